import type { ReactNode } from 'react';
import { Bone } from '../../../components/bone.tsx';
import { Sparkline } from '../../../components/chart/sparkline.tsx';
import { useText } from '../../../lib/i18n.ts';
import styles from './figure-card.module.css';

/** How a figure moved against the period before. */
export interface Change {
  /** With its sign. */
  readonly text: string;
  readonly tone: 'good' | 'bad' | 'quiet';
  /** What it was. */
  readonly before: string;
}

interface FigureCardProps {
  readonly title: string;
  readonly hint?: string;
  /** Undefined while it is loading. */
  readonly value: ReactNode | undefined;
  /** After the value, smaller. */
  readonly detail?: string | undefined;
  readonly change: Change | undefined;
  readonly trend: readonly (number | null)[];
  readonly wide?: boolean;
}

/** One figure: what it is, how it moved, and how it went. */
export function FigureCard({ title, hint, value, detail, change, trend, wide = false }: FigureCardProps) {
  const t = useText();
  return (
    <div className={wide ? `${styles.card} ${styles.wide}` : styles.card}>
      <dt className={styles.title} title={hint}>
        {title}
      </dt>
      <dd className={styles.value}>
        {value === undefined ? <Bone widthPx={96} heightPx={22} /> : <bdi>{value}</bdi>}
        {value !== undefined && detail !== undefined && <span className={styles.detail}>{detail}</span>}
      </dd>
      <dd className={styles.change}>
        {value === undefined ? (
          <Bone widthPx={120} heightPx={12} />
        ) : change === undefined ? (
          <span className={styles.quiet} title={t('dashboard:change.none')}>
            <span aria-hidden="true">—</span>
            <span className="visually-hidden">{t('dashboard:change.none')}</span>
          </span>
        ) : (
          <>
            <bdi className={styles[change.tone]}>{change.text}</bdi>{' '}
            <span className={styles.quiet}>{t('dashboard:change.before', { value: change.before })}</span>
          </>
        )}
      </dd>
      <dd className={styles.trend}>{value !== undefined && <Sparkline values={trend} />}</dd>
    </div>
  );
}
