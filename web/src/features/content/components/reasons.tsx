import { BranchesOutlined, KeyOutlined, ProfileOutlined, SwapOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import styles from './reasons.module.css';

const reasons: readonly { readonly icon: ReactNode; readonly title: TextKey; readonly text: TextKey }[] = [
  { icon: <SwapOutlined />, title: 'entry:home.formats', text: 'entry:home.formatsText' },
  { icon: <ProfileOutlined />, title: 'entry:home.receipts', text: 'entry:home.receiptsText' },
  { icon: <KeyOutlined />, title: 'entry:home.limits', text: 'entry:home.limitsText' },
  { icon: <BranchesOutlined />, title: 'entry:home.failover', text: 'entry:home.failoverText' },
];

/** What one can rely on here. */
export function Reasons() {
  const t = useText();
  return (
    <section className={styles.section} aria-label={t('entry:home.reasons')}>
      <ul className={styles.grid}>
        {reasons.map(({ icon, title, text }) => (
          <li key={title}>
            <span className={styles.icon} aria-hidden="true">
              {icon}
            </span>
            <h2 className={styles.title}>{t(title)}</h2>
            <p className={styles.text}>{t(text)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
