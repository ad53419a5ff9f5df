import { ProfileOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { RecordList } from '../../../components/record-list.tsx';
import { useText } from '../../../lib/i18n.ts';
import { pageSizes } from '../../../lib/page-sizes.ts';
import { useIsAdministrator } from '../../../lib/session.ts';
import { type LogRow, useLog } from '../api.ts';
import { LogCard } from '../components/log-card.tsx';
import { logColumns } from '../components/log-columns.tsx';
import { LogDetails } from '../components/log-details.tsx';
import { LogFilters } from '../components/log-filters.tsx';
import { StatCards } from '../components/stat-cards.tsx';
import { useLogQuery } from '../use-log-query.ts';

export function LogPage() {
  const t = useText();
  const administrator = useIsAdministrator();
  const { query, narrow, clear } = useLogQuery();
  const { mutate: revalidate } = useSWRConfig();
  const { data, error, isValidating, mutate } = useLog(query, query.page, query.pageSize, administrator);
  const [opened, setOpened] = useState<readonly number[]>([]);

  const isOpen = (row: LogRow) => opened.includes(row.id);
  const toggle = (row: LogRow) =>
    setOpened((last) => (last.includes(row.id) ? last.filter((id) => id !== row.id) : [...last, row.id]));
  const refresh = () => void revalidate((key) => typeof key === 'string' && key.startsWith('/api/log/'));

  return (
    <>
      <PageHeader title={t('log:title')} description={administrator ? t('log:textAll') : t('log:text')} />
      <StatCards filter={query} administrator={administrator} />
      <LogFilters
        query={query}
        administrator={administrator}
        refreshing={isValidating}
        onNarrow={narrow}
        onClear={clear}
        onRefresh={refresh}
      />
      <RecordList<LogRow>
        label={t('log:title')}
        rows={data?.items}
        rowKey={(row) => row.id}
        columns={logColumns(t, administrator, { isOpen, toggle })}
        card={(row) => <LogCard row={row} open={isOpen(row)} onToggle={() => toggle(row)} />}
        expandable={{
          showExpandColumn: false,
          expandedRowKeys: opened as number[],
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
        paging={{
          page: query.page,
          pageSize: query.pageSize,
          total: data?.total ?? 0,
          sizes: pageSizes(data?.total ?? 0),
          onChange: (page, pageSize) => narrow(pageSize === query.pageSize ? { page } : { page: 1, pageSize }),
        }}
      />
    </>
  );
}
