import { Pagination, Skeleton, Table, type TableProps } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../lib/i18n.ts';
import { useIsNarrow } from '../lib/use-media-query.ts';
import { ErrorState } from './error-state.tsx';
import styles from './record-list.module.css';

export interface Paging {
  /** Counts from 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  readonly sizes: readonly number[];
  onChange(page: number, pageSize: number): void;
}

interface RecordListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string | number;
  readonly columns: NonNullable<TableProps<Row>['columns']>;
  /** What a row looks like where a table does not fit. */
  readonly card: (row: Row) => ReactNode;
  readonly empty: ReactNode;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly refreshing: boolean;
  readonly paging?: Paging;
  readonly minWidth: number;
  readonly expandable?: TableProps<Row>['expandable'];
}

const placeholders = [0, 1, 2, 3, 4, 5];

/** A list of records: table on wide screens, cards on phones; skeleton, empty and error states; pages. */
export function RecordList<Row extends object>(props: RecordListProps<Row>) {
  const narrow = useIsNarrow();
  const { rows } = props;
  if (rows === undefined) {
    return (
      <div className={styles.surface}>
        {props.error === undefined ? <Placeholder /> : <ErrorState error={props.error} onRetry={props.onRetry} />}
      </div>
    );
  }
  if (rows.length === 0) return <div className={styles.surface}>{props.empty}</div>;
  return (
    <section aria-label={props.label} aria-busy={props.refreshing}>
      {narrow ? (
        <ul className={styles.cards}>
          {rows.map((row) => (
            <li key={props.rowKey(row)} className={styles.card}>
              {props.card(row)}
            </li>
          ))}
        </ul>
      ) : (
        <div className={styles.surface}>
          <Table<Row>
            columns={props.columns}
            dataSource={rows as Row[]}
            rowKey={props.rowKey}
            pagination={false}
            scroll={{ x: props.minWidth }}
            className={props.refreshing ? `${styles.refreshing}` : ''}
            {...(props.expandable === undefined ? {} : { expandable: props.expandable })}
          />
        </div>
      )}
      {props.paging !== undefined && <Pages paging={props.paging} narrow={narrow} />}
    </section>
  );
}

function Placeholder() {
  return (
    <div className={styles.placeholder}>
      {placeholders.map((row) => (
        <Skeleton key={row} active title={false} paragraph={{ rows: 1, width: `${96 - row * 6}%` }} />
      ))}
    </div>
  );
}

function Pages({ paging, narrow }: { paging: Paging; narrow: boolean }) {
  const t = useText();
  return (
    <div className={styles.pages}>
      <Pagination
        current={paging.page}
        pageSize={paging.pageSize}
        total={paging.total}
        showSizeChanger={!narrow}
        showLessItems={narrow}
        pageSizeOptions={paging.sizes.map(String)}
        onChange={paging.onChange}
        showTotal={(total, [from, to]) => <span className="quiet">{t('common:pages.range', { from, to, total })}</span>}
      />
    </div>
  );
}
