import { Tag } from 'antd';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import type { Order } from '../api.ts';
import styles from './order-flags.module.css';

interface Look {
  readonly text: TextKey;
  readonly hint: TextKey;
  readonly tone: 'warning' | 'bad' | 'plain';
}

/** What is marked on orders. */
export const orderFlags = {
  review: { text: 'orders:flag.review', hint: 'orders:flag.reviewHint', tone: 'warning' },
  contradicted: { text: 'orders:flag.contradicted', hint: 'orders:flag.contradictedHint', tone: 'bad' },
  partial: { text: 'orders:flag.partial', hint: 'orders:flag.partialHint', tone: 'plain' },
  overpaid: { text: 'orders:flag.overpaid', hint: 'orders:flag.overpaidHint', tone: 'warning' },
  late: { text: 'orders:flag.late', hint: 'orders:flag.lateHint', tone: 'plain' },
  decided: { text: 'orders:flag.decided', hint: 'orders:flag.decidedHint', tone: 'plain' },
  dismissed: { text: 'orders:flag.dismissed', hint: 'orders:flag.dismissedHint', tone: 'plain' },
} as const satisfies Record<string, Look>;

type Flag = keyof typeof orderFlags;

function isFlag(flag: string): flag is Flag {
  return Object.hasOwn(orderFlags, flag);
}

/** The marks of an order, and that it is one of a test system. */
export function OrderFlags({ order: { flags, live } }: { order: Order }) {
  const t = useText();
  const known = flags.filter(isFlag);
  if (known.length === 0 && live) return null;
  return (
    <span className={styles.flags}>
      {!live && <Tag title={t('orders:flag.testHint')}>{t('orders:flag.test')}</Tag>}
      {known.map((flag) => (
        <Tag key={flag} className={styles[orderFlags[flag].tone] ?? ''} title={t(orderFlags[flag].hint)}>
          {t(orderFlags[flag].text)}
        </Tag>
      ))}
    </span>
  );
}
