import { AuditOutlined, SafetyCertificateOutlined, SearchOutlined } from '@ant-design/icons';
import type { AuditEntry } from '@switchyard/console/calls';
import { Button, Collapse } from 'antd';
import { useSearchParams } from 'react-router-dom';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Moment } from '../../../components/moment.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { RecordCard } from '../../../components/record-card.tsx';
import { RecordList } from '../../../components/record-list.tsx';
import { rowDetails } from '../../../components/row-details.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useAudit } from '../api.ts';
import { auditColumns } from '../components/audit-columns.tsx';
import { AuditDetails } from '../components/audit-details.tsx';
import { AuditFilters } from '../components/audit-filters.tsx';
import { ChainVerdict } from '../components/chain-verdict.tsx';
import { type AuditFilter, filterFrom, pageSizes, searchOf } from '../filter.ts';
import { useChainCheck } from '../use-chain-check.ts';

/** What administrators did, and every change of somebody's credentials. Filter and page are in the address. */
export function AuditPage() {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const filter = filterFrom(search);
  const { data, error, isValidating, mutate } = useAudit(filter);
  const { busy, verdict, check } = useChainCheck();
  const apply = (change: Partial<AuditFilter>) => setSearch(searchOf({ ...filter, page: 1, ...change }));
  const isFiltered = searchOf({ ...filter, page: 1, pageSize: filterFrom(new URLSearchParams()).pageSize }).size > 0;

  return (
    <>
      <PageHeader
        title={t('audit:title')}
        description={t('audit:text')}
        actions={
          <Button icon={<SafetyCertificateOutlined />} loading={busy} onClick={() => void check()}>
            {t('audit:check.run')}
          </Button>
        }
      />
      <div aria-live="polite">{verdict !== undefined && <ChainVerdict verdict={verdict} />}</div>
      <AuditFilters filter={filter} onApply={apply} />
      <RecordList<AuditEntry>
        label={t('audit:title')}
        rows={data?.items}
        rowKey={({ id }) => id}
        columns={auditColumns(t)}
        card={(entry) => <AuditCard entry={entry} />}
        minWidth={860}
        error={error}
        onRetry={() => void mutate()}
        refreshing={isValidating}
        expandable={rowDetails({
          title: t('audit:more'),
          labelOf: ({ id }) => t('audit:details', { id }),
          render: (entry) => <AuditDetails entry={entry} />,
        })}
        empty={
          isFiltered ? (
            <EmptyState
              icon={<SearchOutlined />}
              title={t('audit:none.title')}
              description={t('audit:none.text')}
              action={<Button onClick={() => setSearch({})}>{t('audit:filter.reset')}</Button>}
            />
          ) : (
            <EmptyState icon={<AuditOutlined />} title={t('audit:empty.title')} description={t('audit:empty.text')} />
          )
        }
        paging={{
          page: filter.page,
          pageSize: filter.pageSize,
          total: data?.total ?? 0,
          sizes: pageSizes,
          onChange: (page, pageSize) => setSearch(searchOf({ ...filter, page, pageSize }), { replace: true }),
        }}
      />
    </>
  );
}

function AuditCard({ entry }: { entry: AuditEntry }) {
  const t = useText();
  return (
    <RecordCard
      title={<bdi>{entry.content}</bdi>}
      facts={[
        { label: t('audit:column.username'), value: <bdi>{entry.username}</bdi> },
        { label: t('audit:column.time'), value: <Moment seconds={entry.created_at} age /> },
      ]}
    >
      <Collapse
        ghost
        size="small"
        destroyOnHidden
        items={[{ key: 'details', label: t('audit:more'), children: <AuditDetails entry={entry} /> }]}
      />
    </RecordCard>
  );
}
