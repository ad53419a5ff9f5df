import { ProfileOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { RecordList } from '../../../components/record-list.tsx';
import { useText } from '../../../lib/i18n.ts';
import { pageSizes } from '../../../lib/page-sizes.ts';
import { useIsAdministrator } from '../../../lib/session.ts';
import { type HistoryRow, useHistory } from '../api.ts';
import { isNarrowed, periodStart, plainQuery, type WalletQuery } from '../wallet-query.ts';
import { HistoryCard } from './history-card.tsx';
import { historyColumns } from './history-columns.tsx';
import { HistoryFilters } from './history-filters.tsx';

interface HistoryProps {
  readonly query: WalletQuery;
  readonly onChange: (change: Partial<WalletQuery>) => void;
  readonly topUp: ReactNode;
}

/** What came into the balance and what left it. */
export function History({ query, onChange, topUp }: HistoryProps) {
  const t = useText();
  const everyone = useIsAdministrator() && query.everyone;
  const start = useMemo(() => periodStart(query.period), [query.period]);
  const { data, error, isValidating, mutate } = useHistory({ ...query, everyone, start });
  const openOrder = everyone ? undefined : (order: string) => onChange({ order });

  return (
    <>
      <HistoryFilters query={query} onChange={onChange} />
      <RecordList<HistoryRow>
        label={t('wallet:history')}
        rows={data?.items}
        rowKey={(row) => row.id}
        columns={historyColumns(t, everyone, openOrder)}
        card={(row) => <HistoryCard row={row} everyone={everyone} onOpenOrder={openOrder} />}
        minWidth={720}
        error={error}
        onRetry={() => void mutate()}
        refreshing={isValidating}
        empty={
          <EmptyState
            icon={<ProfileOutlined />}
            title={t('wallet:history.empty')}
            description={t('wallet:history.emptyText')}
            action={
              isNarrowed(query) ? (
                <Button onClick={() => onChange({ ...plainQuery, type: 0 })}>{t('wallet:history.showAll')}</Button>
              ) : (
                topUp
              )
            }
          />
        }
        paging={{
          page: query.page,
          pageSize: query.pageSize,
          total: data?.total ?? 0,
          sizes: pageSizes(data?.total ?? 0),
          onChange: (page, pageSize) => onChange(pageSize === query.pageSize ? { page } : { page: 1, pageSize }),
        }}
      />
    </>
  );
}
