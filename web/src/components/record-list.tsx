import { Checkbox, Pagination, Skeleton, Table, type TableProps } from 'antd';
import { type Key, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useText } from '../lib/i18n.ts';
import { useIsNarrow } from '../lib/use-media-query.ts';
import { ErrorNotice } from './error-notice.tsx';
import { ErrorState } from './error-state.tsx';
import { lastPageBefore } from './last-page.ts';
import styles from './record-list.module.css';

export interface Paging {
  /** Counts from 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  readonly sizes: readonly number[];
  onChange(page: number, pageSize: number): void;
}

/** Rows that are ticked, by key. */
export interface Selection<Row> {
  readonly keys: readonly Key[];
  /** Names the row's box for those who cannot see the row. */
  nameOf(row: Row): string;
  onChange(keys: Key[]): void;
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
  /** Marks single rows. */
  readonly rowClass?: (row: Row) => string;
  readonly selection?: Selection<Row>;
}

const placeholders = [0, 1, 2, 3, 4, 5];

/** A list of records: table on wide screens, cards on phones; skeleton, empty and error states; pages. */
export function RecordList<Row extends object>(props: RecordListProps<Row>) {
  const t = useText();
  const narrow = useIsNarrow();
  const { rows, selection, error, paging, refreshing } = props;
  const list = useRef<HTMLElement>(null);
  const isEmpty = rows?.length === 0;
  const last = isEmpty && paging !== undefined ? lastPageBefore(paging) : undefined;
  const goBack = useEffectEvent((page: number) => paging?.onChange(page, paging.pageSize));
  useEffect(() => {
    if (last !== undefined && !refreshing) goBack(last);
  }, [last, refreshing]);

  /** Who has read a long list down to its end reads on from the first row. */
  function turn(page: number, pageSize: number) {
    if ((list.current?.clientHeight ?? 0) > window.innerHeight) list.current?.scrollIntoView();
    paging?.onChange(page, pageSize);
  }

  // While the last page is on its way the empty one says nothing about the list.
  const isTurning = isEmpty && (last !== undefined || (refreshing && (paging?.total ?? 0) > 0));
  if (rows === undefined || isTurning || (isEmpty && error !== undefined)) {
    return (
      <div className={styles.surface}>
        {error === undefined ? <Placeholder /> : <ErrorState error={error} onRetry={props.onRetry} />}
      </div>
    );
  }
  if (isEmpty) return <div className={styles.surface}>{props.empty}</div>;
  return (
    <section ref={list} className={styles.list} aria-label={props.label} aria-busy={refreshing}>
      {/* The rows may be those of another page or search. */}
      {error !== undefined && <ErrorNotice error={error} onRetry={props.onRetry} />}
      {narrow ? (
        <ul className={styles.cards}>
          {rows.map((row) => (
            <li key={props.rowKey(row)} className={`${styles.card} ${props.rowClass?.(row) ?? ''}`}>
              {selection !== undefined && <CardBox row={row} rowKey={props.rowKey(row)} selection={selection} />}
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
            className={refreshing ? `${styles.refreshing}` : ''}
            {...(props.expandable === undefined ? {} : { expandable: props.expandable })}
            {...(props.rowClass === undefined ? {} : { rowClassName: props.rowClass })}
            {...(selection === undefined
              ? {}
              : {
                  rowSelection: {
                    selectedRowKeys: [...selection.keys],
                    onChange: (keys) => selection.onChange(keys),
                    checkStrictly: false,
                    columnWidth: 44,
                    columnTitle: (box) => <HeadBox>{box}</HeadBox>,
                    getCheckboxProps: (row) => ({ 'aria-label': t('common:select', { name: selection.nameOf(row) }) }),
                    getTitleCheckboxProps: () => ({ 'aria-label': t('common:selectAll') }),
                  },
                })}
          />
        </div>
      )}
      {paging !== undefined && <Pages paging={{ ...paging, onChange: turn }} narrow={narrow} />}
    </section>
  );
}

/** antd repeats the heads of columns in a hidden row by which it measures; the box there is out of reach as well. */
function HeadBox({ children }: { children: ReactNode }) {
  const hide = (element: HTMLElement | null) => {
    if (element !== null) element.inert = element.closest('[aria-hidden="true"]') !== null;
  };
  return <span ref={hide}>{children}</span>;
}

function CardBox<Row>({ row, rowKey, selection }: { row: Row; rowKey: Key; selection: Selection<Row> }) {
  const t = useText();
  const others = selection.keys.filter((key) => key !== rowKey);
  return (
    <Checkbox
      className={styles.box ?? ''}
      checked={others.length < selection.keys.length}
      onChange={({ target }) => selection.onChange(target.checked ? [...others, rowKey] : others)}
    >
      <span className="visually-hidden">{t('common:select', { name: selection.nameOf(row) })}</span>
    </Checkbox>
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
        showSizeChanger={!narrow && paging.sizes.length > 1}
        showLessItems={narrow}
        pageSizeOptions={paging.sizes.map(String)}
        onChange={paging.onChange}
        showTotal={(total, [from, to]) => <span className="quiet">{t('common:pages.range', { from, to, total })}</span>}
      />
    </div>
  );
}
