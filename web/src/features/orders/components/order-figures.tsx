import type { ReactNode } from 'react';
import { Money } from '../../../components/money.tsx';
import { Quota } from '../../../components/quota.tsx';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import { leftToRight } from '../../../lib/money.ts';
import type { OrderFile } from '../api.ts';
import styles from './order-body.module.css';

/** What was asked, what was paid, what was given for it. */
export function OrderFigures({ file: { order, received } }: { file: OrderFile }) {
  const t = useText();
  const { currency } = order;
  const isCredited = order.credited_at > 0;
  // The credit of such an order is what arrived, no longer what was asked for.
  const isPartial = order.flags.includes('partial');
  const hasRefunds = Number(order.refunded) > 0;
  const figures: readonly { title: TextKey; value: ReactNode; below: ReactNode }[] = [
    {
      title: 'orders:asked',
      value: <Money amount={order.payable} currency={currency} />,
      below:
        !isPartial &&
        t('orders:askedBelow', { amount: leftToRight(`$${order.amount}`), rate: order.rate, ratio: order.ratio }),
    },
    {
      title: 'orders:paid',
      value: received === '' ? '—' : <Money amount={received} currency={currency} />,
      below: hasRefunds && (
        <>
          {t('orders:refunded')} <Money amount={order.refunded} currency={currency} />
        </>
      ),
    },
    {
      title: 'orders:credited',
      value: isCredited ? <Quota value={order.quota} /> : '—',
      below: order.refunded_quota > 0 && (
        <>
          {t('orders:takenBack')} <Quota value={order.refunded_quota} />
        </>
      ),
    },
  ];
  return (
    <dl className={styles.figures}>
      {figures.map(({ title, value, below }) => (
        <div key={title} className={styles.figure}>
          <dt>{t(title)}</dt>
          <dd>{value}</dd>
          {below !== false && <dd className={styles.below}>{below}</dd>}
        </div>
      ))}
    </dl>
  );
}
