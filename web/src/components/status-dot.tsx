import type { ReactNode } from 'react';
import styles from './status-dot.module.css';

export type Tone = 'good' | 'quiet' | 'warning' | 'bad' | 'info';

/** A coloured dot with its word; the word carries the meaning, the colour helps. */
export function StatusDot({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={styles.status}>
      <span className={`${styles.dot} ${styles[tone]}`} aria-hidden="true" />
      {children}
    </span>
  );
}
