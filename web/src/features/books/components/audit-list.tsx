import { HistoryOutlined } from '@ant-design/icons';
import type { TableProps } from 'antd';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Moment } from '../../../components/moment.tsx';
import { RecordCard } from '../../../components/record-card.tsx';
import { RecordList } from '../../../components/record-list.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { type TextKey, type Translate, useText } from '../../../lib/i18n.ts';
import { useNumbers } from '../../../lib/use-numbers.ts';
import { type AuditRun, useAudits } from '../api.ts';
import { type BooksListProps, pagingOf } from './list-props.ts';

const scopes: Record<AuditRun['scope'], TextKey> = { touched: 'books:scope.touched', all: 'books:scope.all' };

/** When billing looked, at how many, and what it found. */
export function AuditList(props: BooksListProps) {
  const t = useText();
  const { data, error, isLoading, mutate } = useAudits(props.query);
  return (
    <RecordList<AuditRun>
      label={t('books:tab.audits')}
      rows={data?.items}
      rowKey={({ id }) => id}
      columns={columns(t)}
      card={(run) => <AuditCard run={run} />}
      minWidth={720}
      error={error}
      onRetry={() => void mutate()}
      refreshing={isLoading}
      empty={
        <EmptyState
          icon={<HistoryOutlined />}
          title={t('books:audits.none')}
          description={t('books:audits.noneText')}
        />
      }
      paging={pagingOf(props, data?.total)}
    />
  );
}

function columns(t: Translate): NonNullable<TableProps<AuditRun>['columns']> {
  return [
    { key: 'time', title: t('books:column.time'), render: (_, run) => <Moment seconds={run.started_at} /> },
    { key: 'scope', title: t('books:column.scope'), render: (_, { scope }) => t(scopes[scope]) },
    { key: 'users', title: t('books:column.users'), align: 'end', render: (_, { users }) => <Count value={users} /> },
    { key: 'breaches', title: t('books:column.breaches'), align: 'end', render: (_, run) => <Breached run={run} /> },
  ];
}

function AuditCard({ run }: { run: AuditRun }) {
  const t = useText();
  return (
    <RecordCard
      title={t(scopes[run.scope])}
      facts={[
        { label: t('books:column.time'), value: <Moment seconds={run.started_at} /> },
        { label: t('books:column.users'), value: <Count value={run.users} /> },
        { label: t('books:column.breaches'), value: <Breached run={run} /> },
      ]}
    />
  );
}

function Count({ value }: { value: number }) {
  return <span className="figures">{useNumbers().count(value)}</span>;
}

function Breached({ run }: { run: AuditRun }) {
  return (
    <StatusDot tone={run.breaches > 0 ? 'bad' : 'good'}>
      <Count value={run.breaches} />
    </StatusDot>
  );
}
