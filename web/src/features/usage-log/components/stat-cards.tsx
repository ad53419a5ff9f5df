import type { ReactNode } from 'react';
import { Bone } from '../../../components/bone.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Quota } from '../../../components/quota.tsx';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import { useNumbers } from '../../../lib/use-numbers.ts';
import { type LogFilter, useLogStat } from '../api.ts';
import styles from './stat-cards.module.css';

interface StatCardsProps {
  readonly filter: LogFilter;
  readonly administrator: boolean;
  /** Keeps the figures up to date. */
  readonly live: boolean;
}

const liveIntervalMs = 10_000;

/** Total of the filtered rows; requests and tokens of the last minute. */
export function StatCards({ filter, administrator, live }: StatCardsProps) {
  const t = useText();
  const numbers = useNumbers();
  const { data, error, mutate } = useLogStat(filter, administrator, live ? liveIntervalMs : 0);
  const cards: { title: TextKey; hint: TextKey; value: ReactNode }[] = [
    { title: 'log:stat.total', hint: 'log:stat.totalHint', value: data && <Quota value={data.quota} /> },
    { title: 'log:stat.rpm', hint: 'log:stat.rpmHint', value: data && numbers.count(data.rpm) },
    { title: 'log:stat.tpm', hint: 'log:stat.tpmHint', value: data && numbers.count(data.tpm) },
  ];
  const retry = () => void mutate();
  if (data === undefined && error !== undefined) return <ErrorState error={error} onRetry={retry} />;
  return (
    <>
      {error !== undefined && <ErrorNotice error={error} onRetry={retry} />}
      <dl className={styles.cards}>
        {cards.map(({ title, hint, value }) => (
          <div key={title} className={styles.card}>
            <dt className={styles.title}>{t(title)}</dt>
            <dd className={styles.value}>
              {value === undefined ? <Bone widthPx={104} heightPx={22} /> : <span className="figures">{value}</span>}
            </dd>
            <dd className={styles.hint}>{t(hint)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
