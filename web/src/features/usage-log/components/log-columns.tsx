import type { TableProps } from 'antd';
import type { Translate } from '../../../lib/i18n.ts';
import type { LogRow } from '../api.ts';
import styles from './log-cells.module.css';
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
import { LogType } from './log-type.tsx';

export interface LogRowActions {
  readonly isOpen: (row: LogRow) => boolean;
  readonly isFresh: (row: LogRow) => boolean;
  readonly onToggle: (row: LogRow) => void;
  readonly onOpenRecord: (requestId: string) => void;
}

type Columns = NonNullable<TableProps<LogRow>['columns']>;

export function logColumns(t: Translate, administrator: boolean, actions: LogRowActions): Columns {
  return [
    {
      key: 'time',
      title: t('log:column.time'),
      render: (_, row) => <LogTime row={row} fresh={actions.isFresh(row)} />,
    },
    {
      key: 'token',
      title: t('log:column.token'),
      render: (_, row) => (
        <Under text={administrator ? row.username : ''}>
          <LogToken row={row} />
        </Under>
      ),
    },
    { key: 'group', title: t('log:column.group'), render: (_, row) => <LogGroup row={row} /> },
    { key: 'type', title: t('log:column.type'), render: (_, row) => <LogType type={row.type} /> },
    {
      key: 'model',
      title: t('log:column.model'),
      onCell: (row) => (isRequest(row) ? {} : { colSpan: 3 }),
      render: (_, row) => (isRequest(row) ? <Model row={row} /> : <LogContent row={row} />),
    },
    {
      key: 'tokens',
      title: t('log:column.tokens'),
      onCell: givesWay,
      render: (_, row) => <LogTokens row={row} />,
    },
    {
      key: 'duration',
      title: t('log:column.duration'),
      align: 'end',
      onCell: givesWay,
      render: (_, row) => <LogDuration row={row} />,
    },
    { key: 'cost', title: t('log:column.cost'), align: 'end', render: (_, row) => <LogCost row={row} /> },
    {
      key: 'details',
      title: <span className="visually-hidden">{t('log:details')}</span>,
      align: 'end',
      width: 88,
      render: (_, row) => (
        <span className={styles.actions}>
          <RecordButton row={row} onOpen={actions.onOpenRecord} />
          <DetailsToggle open={actions.isOpen(row)} onToggle={() => actions.onToggle(row)} />
        </span>
      ),
    },
  ];
}

/** Rows that are no requests show their text in place of model, tokens and duration. */
function givesWay(row: LogRow) {
  return isRequest(row) ? {} : { colSpan: 0 };
}

function Model({ row }: { row: LogRow }) {
  return (
    <Under text={row.channel_name ?? ''}>
      <LogModel row={row} />
    </Under>
  );
}
