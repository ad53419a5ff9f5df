import { Moment } from '../../../components/moment.tsx';
import { Money } from '../../../components/money.tsx';
import { OrderState } from '../../../components/order-state.tsx';
import { PaymentMethod } from '../../../components/payment-method.tsx';
import { Quota } from '../../../components/quota.tsx';
import { RecordCard } from '../../../components/record-card.tsx';
import { useText } from '../../../lib/i18n.ts';
import type { OwnOrder } from '../api.ts';
import { OpenOrder } from './own-order-columns.tsx';

/** An order on a phone. */
export function OwnOrderCard({ order, onOpen }: { order: OwnOrder; onOpen: () => void }) {
  const t = useText();
  return (
    <RecordCard
      title={<PaymentMethod {...order} />}
      actions={<OpenOrder order={order} t={t} onOpen={onOpen} />}
      facts={[
        { label: t('wallet:column.credit'), value: <Quota value={order.quota} /> },
        { label: t('wallet:column.payable'), value: <Money amount={order.payable} currency={order.currency} /> },
        { label: t('wallet:column.state'), value: <OrderState state={order.state} expiresAt={order.expires_at} /> },
        { label: t('wallet:column.time'), value: <Moment seconds={order.created_at} age /> },
      ]}
    />
  );
}
