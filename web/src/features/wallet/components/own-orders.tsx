import { ShoppingOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { RecordList } from '../../../components/record-list.tsx';
import { useText } from '../../../lib/i18n.ts';
import { pageSizes } from '../../../lib/page-sizes.ts';
import { type OwnOrder, useOwnOrders } from '../api.ts';
import type { WalletQuery } from '../wallet-query.ts';
import { OwnOrderCard } from './own-order-card.tsx';
import { ownOrderColumns } from './own-order-columns.tsx';

interface OwnOrdersProps {
  readonly query: WalletQuery;
  readonly onChange: (change: Partial<WalletQuery>) => void;
  readonly topUp: ReactNode;
}

/** The person's orders of credit: paid, waiting, ended. */
export function OwnOrders({ query, onChange, topUp }: OwnOrdersProps) {
  const t = useText();
  const { data, error, isValidating, mutate } = useOwnOrders(query.page, query.pageSize);
  const open = (order: OwnOrder) => onChange({ order: order.trade_no });
  return (
    <RecordList<OwnOrder>
      label={t('wallet:orders')}
      rows={data?.items}
      rowKey={(order) => order.id}
      columns={ownOrderColumns(t, open)}
      card={(order) => <OwnOrderCard order={order} onOpen={() => open(order)} />}
      minWidth={880}
      error={error}
      onRetry={() => void mutate()}
      refreshing={isValidating}
      empty={
        <EmptyState
          icon={<ShoppingOutlined />}
          title={t('wallet:orders.empty')}
          description={t('wallet:orders.emptyText')}
          action={topUp}
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
  );
}
