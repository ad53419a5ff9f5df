import { FileDoneOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import { ButtonLink } from '../../../components/button-link.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { RecordList } from '../../../components/record-list.tsx';
import { useText } from '../../../lib/i18n.ts';
import { pageSizes } from '../../../lib/page-sizes.ts';
import { type Order, useOrders } from '../api.ts';
import { OrderCard } from '../components/order-card.tsx';
import { orderColumns } from '../components/order-columns.tsx';
import { OrderFilters } from '../components/order-filters.tsx';
import { isNarrowed } from '../order-query.ts';
import { useOrderQuery } from '../use-order-query.ts';

const OrderDrawer = lazy(async () => ({ default: (await import('../components/order-drawer.tsx')).OrderDrawer }));

/** Every order of credit, for administrators. */
export function OrdersPage() {
  const t = useText();
  const { query, change, clear } = useOrderQuery();
  const { data, error, isValidating, mutate } = useOrders(query);
  const open = ({ order_id: order }: Order) => change({ order });
  const narrowed = isNarrowed(query);

  return (
    <>
      <PageHeader title={t('orders:title')} description={t('orders:text')} />
      <OrderFilters
        query={query}
        refreshing={isValidating}
        onChange={change}
        onClear={clear}
        onRefresh={() => void mutate()}
      />
      <RecordList<Order>
        label={t('orders:title')}
        rows={data?.items}
        rowKey={(order) => order.order_id}
        columns={orderColumns(t, open)}
        card={(order) => <OrderCard order={order} onOpen={() => open(order)} />}
        minWidth={1060}
        error={error}
        onRetry={() => void mutate()}
        refreshing={isValidating}
        empty={
          <EmptyState
            icon={<FileDoneOutlined />}
            title={t(narrowed ? 'orders:none' : 'orders:empty')}
            description={t(narrowed ? 'orders:noneText' : 'orders:emptyText')}
            action={
              narrowed ? (
                <Button onClick={clear}>{t('orders:clear')}</Button>
              ) : (
                <ButtonLink to="/setting?tab=payment">{t('orders:setUp')}</ButtonLink>
              )
            }
          />
        }
        paging={{
          page: query.page,
          pageSize: query.pageSize,
          total: data?.total ?? 0,
          sizes: pageSizes(data?.total ?? 0),
          onChange: (page, pageSize) => change(pageSize === query.pageSize ? { page } : { page: 1, pageSize }),
        }}
      />
      <Suspense>
        <OrderDrawer id={query.order} onClose={() => change({ order: 0 })} onChanged={() => void mutate()} />
      </Suspense>
    </>
  );
}
