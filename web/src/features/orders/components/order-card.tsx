import { Button } from 'antd';
import { Moment } from '../../../components/moment.tsx';
import { Money } from '../../../components/money.tsx';
import { OrderState } from '../../../components/order-state.tsx';
import { PaymentMethod } from '../../../components/payment-method.tsx';
import { Quota } from '../../../components/quota.tsx';
import { RecordCard } from '../../../components/record-card.tsx';
import { useText } from '../../../lib/i18n.ts';
import type { Order } from '../api.ts';
import { OrderFlags } from './order-flags.tsx';

/** An order on a phone. */
export function OrderCard({ order, onOpen }: { order: Order; onOpen: () => void }) {
  const t = useText();
  return (
    <RecordCard
      title={<PaymentMethod {...order} />}
      actions={
        <Button onClick={onOpen} aria-label={`${t('orders:view')} ${order.trade_no}`}>
          {t('orders:view')}
        </Button>
      }
      facts={[
        { label: t('orders:column.payable'), value: <Money amount={order.payable} currency={order.currency} /> },
        { label: t('orders:column.credit'), value: <Quota value={order.quota} /> },
        { label: t('orders:column.user'), value: <bdi>{order.username}</bdi> },
        { label: t('orders:column.time'), value: <Moment seconds={order.created_at} age /> },
        { label: t('orders:column.state'), value: <OrderState state={order.state} expiresAt={order.expires_at} /> },
      ]}
    >
      <OrderFlags order={order} />
    </RecordCard>
  );
}
