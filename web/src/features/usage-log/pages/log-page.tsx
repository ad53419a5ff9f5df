import { ProfileOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { RecordList } from '../../../components/record-list.tsx';
import { useText } from '../../../lib/i18n.ts';
import { pageSizes } from '../../../lib/page-sizes.ts';
import { useIsAdministrator } from '../../../lib/session.ts';
import { type LogRow, useLog } from '../api.ts';
import { ExportButton } from '../components/export-button.tsx';
import { LiveSwitch } from '../components/live-switch.tsx';
import { LogCard } from '../components/log-card.tsx';
import { type LogRowActions, logColumns } from '../components/log-columns.tsx';
import { LogDetails } from '../components/log-details.tsx';
import { LogFilters } from '../components/log-filters.tsx';
import { StatCards } from '../components/stat-cards.tsx';
import { ViewBar } from '../components/view-bar.tsx';
import { reachesNow } from '../log-query.ts';
import { useLiveLog } from '../use-live-log.ts';
import { useLogQuery } from '../use-log-query.ts';
import styles from './log-page.module.css';

const RequestDrawer = lazy(async () => ({ default: (await import('../components/request-drawer.tsx')).RequestDrawer }));

export function LogPage() {
  const t = useText();
  const administrator = useIsAdministrator();
  const { query, opened: openedRequest, narrow, show, clear, advance, open } = useLogQuery();
  const { data, error, isLoading, isValidating, mutate } = useLog(query, query.page, query.pageSize, administrator);
  const [expanded, setExpanded] = useState<readonly number[]>([]);
  const [watching, setWatching] = useState(false);
  const canWatch = reachesNow(query) && query.page === 1;
  const { state, live } = useLiveLog(watching && canWatch, query, administrator, isLoading ? undefined : data?.items);
  const rows = live?.rows ?? data?.items;

  const actions: LogRowActions = {
    isOpen: (row) => expanded.includes(row.id),
    isFresh: (row) => live?.fresh.has(row.id) === true,
    onToggle: ({ id }) =>
      setExpanded((last) => (last.includes(id) ? last.filter((other) => other !== id) : [...last, id])),
    onOpenRecord: open,
  };

  // A period that moves asks for other rows by itself.
  const refresh = () => void (query.span === undefined ? mutate() : advance());

  return (
    <>
      <PageHeader
        title={t('log:title')}
        description={administrator ? t('log:textAll') : t('log:text')}
        actions={
          <>
            <LiveSwitch state={state} fresh={live?.fresh.size ?? 0} disabled={!canWatch} onChange={setWatching} />
            <ExportButton filter={query} administrator={administrator} />
          </>
        }
      />
      <StatCards filter={query} administrator={administrator} live={state === 'running'} />
      <ViewBar query={query} onShow={show} />
      <LogFilters
        query={query}
        administrator={administrator}
        refreshing={isValidating}
        onNarrow={narrow}
        onClear={clear}
        onRefresh={refresh}
        onOpenRecord={open}
      />
      <RecordList<LogRow>
        label={t('log:title')}
        rows={rows}
        rowKey={(row) => row.id}
        columns={logColumns(t, administrator, actions)}
        card={(row) => <LogCard row={row} actions={actions} />}
        rowClass={(row) => (actions.isFresh(row) ? `${styles.fresh}` : '')}
        expandable={{
          showExpandColumn: false,
          expandedRowKeys: expanded as number[],
          expandedRowRender: (row) => <LogDetails row={row} />,
        }}
        minWidth={920}
        error={error}
        onRetry={() => void mutate()}
        refreshing={isValidating}
        empty={
          <EmptyState
            icon={<ProfileOutlined />}
            title={t('log:empty.title')}
            description={t('log:empty.text')}
            action={<Button onClick={clear}>{t('log:filter.clear')}</Button>}
          />
        }
        {...(live === undefined
          ? {
              paging: {
                page: query.page,
                pageSize: query.pageSize,
                total: data?.total ?? 0,
                sizes: pageSizes(data?.total ?? 0),
                onChange: (page: number, pageSize: number) =>
                  narrow(pageSize === query.pageSize ? { page } : { page: 1, pageSize }),
              },
            }
          : {})}
      />
      <Suspense>
        {openedRequest !== '' && (
          <RequestDrawer
            requestId={openedRequest}
            administrator={administrator}
            listed={rows?.find((row) => row.request_id === openedRequest)}
            onClose={() => open(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}
