import type { ReactNode } from 'react';
import { Copyable } from '../../../components/copyable.tsx';
import { Moment } from '../../../components/moment.tsx';
import { Money } from '../../../components/money.tsx';
import { PaymentMethod } from '../../../components/payment-method.tsx';
import { Quota } from '../../../components/quota.tsx';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import type { OwnOrder } from '../api.ts';
import styles from './awaited-payment.module.css';

/** What was ordered, for how much, and when. */
export function OrderFacts({ order }: { order: OwnOrder }) {
  const t = useText();
  const facts: readonly (readonly [TextKey, ReactNode])[] = [
    ['wallet:column.credit', <Quota key="credit" value={order.quota} />],
    ['wallet:column.payable', <Money key="payable" amount={order.payable} currency={order.currency} />],
    ['wallet:column.method', <PaymentMethod key="method" {...order} />],
    ['wallet:column.number', <Copyable key="number" text={order.trade_no} marked />],
    ['wallet:fact.ordered', <Moment key="ordered" seconds={order.created_at} />],
    ...(order.credited_at > 0
      ? [['wallet:fact.credited', <Moment key="credited" seconds={order.credited_at} />] as const]
      : [['wallet:fact.expires', <Moment key="expires" seconds={order.expires_at} />] as const]),
    ...(order.refunded_quota > 0
      ? [['wallet:fact.refunded', <Quota key="refunded" value={order.refunded_quota} />] as const]
      : []),
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{t(label)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
