import { Moment } from '../../../components/moment.tsx';
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
  LogToken,
  LogTokens,
  Under,
} from './log-cells.tsx';
import { LogDetails } from './log-details.tsx';
import { LogType } from './log-type.tsx';

/** A log row on a phone. */
export function LogCard({ row, open, onToggle }: { row: LogRow; open: boolean; onToggle: () => void }) {
  const t = useText();
  const facts = isRequest(row)
    ? [
        { label: t('log:column.time'), value: <Moment seconds={row.created_at} /> },
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
        { label: t('log:column.time'), value: <Moment seconds={row.created_at} /> },
        { label: t('log:column.cost'), value: <LogCost row={row} /> },
      ];
  return (
    <RecordCard
      title={isRequest(row) ? <LogModel row={row} /> : <LogType type={row.type} />}
      actions={
        <>
          {row.type === logType.failed && <LogType type={row.type} />}
          <DetailsToggle open={open} onToggle={onToggle} />
        </>
      }
      facts={facts}
    >
      {!isRequest(row) && !open && <LogContent row={row} />}
      {open && <LogDetails row={row} />}
    </RecordCard>
  );
}
