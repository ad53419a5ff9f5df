import { RecordCard } from '../../../components/record-card.tsx';
import { useText } from '../../../lib/i18n.ts';
import { type LogRow, logType } from '../api.ts';
import {
  DetailsToggle,
  isRequest,
  LogContent,
  LogCost,
  LogDuration,
  LogGroup,
  LogModel,
  LogTime,
  LogToken,
  LogTokens,
  RecordButton,
  Under,
} from './log-cells.tsx';
import type { LogRowActions } from './log-columns.tsx';
import { LogDetails } from './log-details.tsx';
import { LogType } from './log-type.tsx';

/** A log row on a phone. */
export function LogCard({ row, actions }: { row: LogRow; actions: LogRowActions }) {
  const t = useText();
  const open = actions.isOpen(row);
  const facts = isRequest(row)
    ? [
        { label: t('log:column.time'), value: <LogTime row={row} fresh={actions.isFresh(row)} /> },
        { label: t('log:column.cost'), value: <LogCost row={row} /> },
        {
          label: t('log:column.token'),
          value: (
            <Under text={row.username}>
              <LogToken row={row} />
            </Under>
          ),
        },
        { label: t('log:column.group'), value: <LogGroup row={row} /> },
        { label: t('log:column.tokens'), value: <LogTokens row={row} /> },
        { label: t('log:column.duration'), value: <LogDuration row={row} /> },
      ]
    : [
        { label: t('log:column.time'), value: <LogTime row={row} fresh={actions.isFresh(row)} /> },
        { label: t('log:column.cost'), value: <LogCost row={row} /> },
      ];
  return (
    <RecordCard
      title={isRequest(row) ? <LogModel row={row} /> : <LogType type={row.type} />}
      actions={
        <>
          {row.type === logType.failed && <LogType type={row.type} />}
          <RecordButton row={row} onOpen={actions.onOpenRecord} />
          <DetailsToggle open={open} onToggle={() => actions.onToggle(row)} />
        </>
      }
      facts={facts}
    >
      {!isRequest(row) && !open && <LogContent row={row} />}
      {open && <LogDetails row={row} />}
    </RecordCard>
  );
}
