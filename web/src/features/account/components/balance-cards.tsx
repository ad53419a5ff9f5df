import type { ReactNode } from 'react';
import { Bone } from '../../../components/bone.tsx';
import { Quota } from '../../../components/quota.tsx';
import { type Self, useSelf } from '../../../lib/catalogue.ts';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import { useNumbers } from '../../../lib/use-numbers.ts';
import styles from './balance-cards.module.css';

interface Card {
  readonly title: TextKey;
  readonly value: (self: Self, count: (value: number) => string) => ReactNode;
}

const cards: readonly Card[] = [
  { title: 'account:card.balance', value: (self) => <Quota value={self.quota} /> },
  { title: 'account:card.used', value: (self) => <Quota value={self.used_quota} /> },
  { title: 'account:card.requests', value: (self, count) => count(self.request_count) },
  { title: 'account:card.pending', value: (self) => <Quota value={self.aff_quota} /> },
  { title: 'account:card.earned', value: (self) => <Quota value={self.aff_history_quota} /> },
  { title: 'account:card.invited', value: (self, count) => count(self.aff_count) },
];

/** Money and invitations at a glance. */
export function BalanceCards() {
  const t = useText();
  const { count } = useNumbers();
  const { data, error } = useSelf();
  return (
    <dl className={styles.cards}>
      {cards.map(({ title, value }) => (
        <div key={title} className={styles.card}>
          <dt className={styles.title}>{t(title)}</dt>
          <dd className={styles.value}>
            {data === undefined && error === undefined ? (
              <Bone widthPx={72} heightPx={20} />
            ) : (
              <span className="figures">{data === undefined ? '—' : value(data, count)}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
