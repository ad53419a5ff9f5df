import { CheckCircleOutlined } from '@ant-design/icons';
import type { TableProps } from 'antd';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Moment } from '../../../components/moment.tsx';
import { RecordCard } from '../../../components/record-card.tsx';
import { RecordList } from '../../../components/record-list.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import { type Translate, useText } from '../../../lib/i18n.ts';
import { type Breach, useBreaches } from '../api.ts';
import { invariants } from '../invariants.ts';
import styles from './breach-list.module.css';
import { type BooksListProps, pagingOf } from './list-props.ts';
import { Person } from './person.tsx';

/** Whose books do not add up, or did not for a time. */
export function BreachList(props: BooksListProps) {
  const t = useText();
  const { data, error, isLoading, mutate } = useBreaches(props.query);
  return (
    <RecordList<Breach>
      label={t('books:tab.breaches')}
      rows={data?.items}
      rowKey={({ id }) => id}
      columns={columns(t)}
      card={(breach) => <BreachCard breach={breach} />}
      minWidth={980}
      error={error}
      onRetry={() => void mutate()}
      refreshing={isLoading}
      empty={
        <EmptyState
          icon={<CheckCircleOutlined />}
          title={t('books:breaches.none')}
          description={t('books:breaches.noneText')}
        />
      }
      paging={pagingOf(props, data?.total)}
    />
  );
}

function columns(t: Translate): NonNullable<TableProps<Breach>['columns']> {
  return [
    {
      key: 'since',
      title: t('books:column.since'),
      width: 180,
      render: (_, breach) => <Moment seconds={breach.found_at} />,
    },
    { key: 'user', title: t('books:column.user'), width: 160, render: (_, breach) => <Person {...breach} /> },
    { key: 'invariant', title: t('books:column.expected'), render: (_, breach) => <Expected {...breach} /> },
    {
      key: 'detail',
      title: t('books:column.found'),
      render: (_, { detail }) => <span className={`code ${styles.detail}`}>{detail}</span>,
    },
    {
      key: 'state',
      title: t('books:column.state'),
      width: 190,
      render: (_, breach) => <BreachState breach={breach} />,
    },
  ];
}

function BreachCard({ breach }: { breach: Breach }) {
  const t = useText();
  return (
    <RecordCard
      title={<Person {...breach} />}
      facts={[
        { label: t('books:column.since'), value: <Moment seconds={breach.found_at} /> },
        { label: t('books:column.state'), value: <BreachState breach={breach} /> },
      ]}
    >
      <Expected {...breach} />
      <span className={`code ${styles.detail}`}>{breach.detail}</span>
    </RecordCard>
  );
}

/** In words, and by the name that the audit says. */
function Expected({ invariant }: Pick<Breach, 'invariant'>) {
  const t = useText();
  const text = invariants[invariant];
  return (
    <div className={styles.expected}>
      {text !== undefined && <span>{t(text)}</span>}
      <span className="code quiet">{invariant}</span>
    </div>
  );
}

function BreachState({ breach }: { breach: Breach }) {
  const t = useText();
  return (
    <div className={styles.state}>
      {breach.resolved_at === 0 ? (
        <StatusDot tone="bad">{t('books:open')}</StatusDot>
      ) : (
        <>
          <StatusDot tone="good">{t('books:resolved')}</StatusDot>
          <Moment seconds={breach.resolved_at} />
        </>
      )}
      {breach.frozen && <StatusDot tone="warning">{t('books:frozen')}</StatusDot>}
    </div>
  );
}
