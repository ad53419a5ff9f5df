import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Copyable } from '../../../components/copyable.tsx';
import { Moment } from '../../../components/moment.tsx';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import type { Order } from '../api.ts';
import styles from './order-body.module.css';

/** Numbers, times, and the ways to the person and the log. */
export function OrderFacts({ order }: { order: Order }) {
  const t = useText();
  const facts: readonly (readonly [TextKey, ReactNode])[] = [
    ['orders:column.number', <Copyable key="number" text={order.trade_no} marked />],
    ['orders:reference', order.reference === '' ? '—' : <Copyable key="reference" text={order.reference} marked />],
    ['orders:publicId', <Copyable key="id" text={order.id} marked />],
    ['orders:ordered', <Moment key="ordered" seconds={order.created_at} />],
    ['orders:expires', <Moment key="expires" seconds={order.expires_at} />],
    ['orders:creditedAt', order.credited_at > 0 ? <Moment key="credited" seconds={order.credited_at} /> : '—'],
    [
      'orders:column.user',
      <span key="user" className={styles.links}>
        <Link to={`/user/edit/${order.user_id}`}>
          <bdi>{order.username}</bdi>
        </Link>
        <Link to={`/log?username=${encodeURIComponent(order.username)}&type=1&span=month`}>{t('orders:log')}</Link>
        <Link to={`/order?keyword=${encodeURIComponent(order.username)}`}>{t('orders:ofUser')}</Link>
      </span>,
    ],
  ];
  return (
    <section>
      <h2 className={styles.title}>{t('orders:facts')}</h2>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
