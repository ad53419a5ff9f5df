import type { ReactNode } from 'react';
import { Bone } from '../../../components/bone.tsx';
import { Quota } from '../../../components/quota.tsx';
import { useSelf } from '../../../lib/catalogue.ts';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import styles from './balance-cards.module.css';

/** What the person has, has bought, has used. */
export function BalanceCards({ actions }: { actions: ReactNode }) {
  const t = useText();
  const { data, isLoading } = useSelf();
  const cards: readonly { title: TextKey; hint: TextKey; value: number | undefined }[] = [
    { title: 'wallet:balance', hint: 'wallet:balanceHint', value: data?.quota },
    { title: 'wallet:bought', hint: 'wallet:boughtHint', value: data?.total_topup },
    { title: 'wallet:used', hint: 'wallet:usedHint', value: data?.used_quota },
  ];
  return (
    <div className={styles.cards}>
      {cards.map(({ title, hint, value }, index) => (
        <section key={title} className={index === 0 ? `${styles.card} ${styles.first}` : styles.card}>
          <div>
            <h2 className={styles.title}>{t(title)}</h2>
            <p className={styles.value}>
              {value === undefined ? isLoading ? <Bone widthPx={120} heightPx={24} /> : '—' : <Quota value={value} />}
            </p>
            <p className={styles.hint}>{t(hint)}</p>
          </div>
          {index === 0 && <div className={styles.actions}>{actions}</div>}
        </section>
      ))}
    </div>
  );
}
