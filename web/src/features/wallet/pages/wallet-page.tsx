import { GiftOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Tabs } from 'antd';
import { lazy, Suspense, useEffect, useEffectEvent } from 'react';
import { PageHeader } from '../../../components/page-header.tsx';
import { useText } from '../../../lib/i18n.ts';
import { useUser } from '../../../lib/session.ts';
import { useRefreshWallet } from '../api.ts';
import { BalanceCards } from '../components/balance-cards.tsx';
import { History } from '../components/history.tsx';
import { OwnOrders } from '../components/own-orders.tsx';
import { PendingNotice } from '../components/pending-notice.tsx';
import { forgetPayment, recentPayment } from '../pending-payment.ts';
import { useWalletQuery } from '../use-wallet-query.ts';

const TopUpDialog = lazy(async () => ({ default: (await import('../components/top-up-dialog.tsx')).TopUpDialog }));
const OrderDrawer = lazy(async () => ({ default: (await import('../components/order-drawer.tsx')).OrderDrawer }));

/** Balance, top-up, history and orders. */
export function WalletPage() {
  const t = useText();
  const userId = useUser()?.id ?? 0;
  const refresh = useRefreshWallet();
  const { query, change } = useWalletQuery();

  // Who comes back from a gateway, or reloads, goes on with the payment. The address says so from then on.
  const resume = useEffectEvent(() => {
    const order = query.order || recentPayment(userId, Date.now());
    if (order !== undefined && order !== '' && query.dialog === '') change({ order });
  });
  useEffect(() => resume(), []);

  const topUp = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => change({ dialog: 'topup' })}>
      {t('wallet:topUp')}
    </Button>
  );

  function closeOrder() {
    forgetPayment();
    change({ order: '' });
    void refresh();
  }

  return (
    <>
      <PageHeader title={t('wallet:title')} description={t('wallet:text')} />
      <BalanceCards
        actions={
          <>
            {topUp}
            <Button icon={<GiftOutlined />} onClick={() => change({ dialog: 'redeem' })}>
              {t('wallet:useCode')}
            </Button>
          </>
        }
      />
      <PendingNotice onOpen={({ trade_no: order }) => change({ order })} />
      <Tabs
        activeKey={query.tab}
        onChange={(tab) => change({ tab: tab === 'orders' ? 'orders' : 'history' })}
        items={[
          {
            key: 'history',
            label: t('wallet:history'),
            children: <History query={query} onChange={change} topUp={topUp} />,
          },
          {
            key: 'orders',
            label: t('wallet:orders'),
            children: <OwnOrders query={query} onChange={change} topUp={topUp} />,
          },
        ]}
        destroyOnHidden
      />
      <Suspense>
        {query.dialog !== '' && (
          <TopUpDialog
            view={query.dialog}
            onView={(dialog) => change({ dialog })}
            onClose={() => change({ dialog: '' })}
            onBegun={(order) => change({ dialog: '', order })}
          />
        )}
        <OrderDrawer name={query.order} onClose={closeOrder} />
      </Suspense>
    </>
  );
}
