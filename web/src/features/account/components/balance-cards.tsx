import type { ReactNode } from 'react';
import { Bone } from '../../../components/bone.tsx';
import { Quota } from '../../../components/quota.tsx';
import { type Self, useSelf } from '../../../lib/catalogue.ts';
import { type TextKey, useLanguage, useText } from '../../../lib/i18n.ts';
import styles from './balance-cards.module.css';

interface Card {
  readonly title: TextKey;
  readonly value: (self: Self, language: string) => ReactNode;
}

const cards: readonly Card[] = [
  { title: 'account:card.balance', value: (self) => <Quota value={self.quota} /> },
  { title: 'account:card.used', value: (self) => <Quota value={self.used_quota} /> },
  { title: 'account:card.requests', value: (self, language) => self.request_count.toLocaleString(language) },
  { title: 'account:card.pending', value: (self) => <Quota value={self.aff_quota} /> },
  { title: 'account:card.earned', value: (self) => <Quota value={self.aff_history_quota} /> },
  { title: 'account:card.invited', value: (self, language) => self.aff_count.toLocaleString(language) },
];

/** Money and invitations at a glance. */
export function BalanceCards() {
  const t = useText();
  const language = useLanguage();
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
              <span className="figures">{data === undefined ? '—' : value(data, language)}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
