import type { ReactNode } from 'react';
import type { ChartPanelProps } from './chart-panel.tsx';
import { ChartPanel } from './chart-panel.tsx';
import styles from './rank-chart.module.css';

export interface Rank {
  readonly key: string;
  /** What it is, maybe as a link. */
  readonly name: ReactNode;
  readonly value: number;
  readonly text: string;
  /** Beside the value, smaller. */
  readonly detail: string;
}

interface RankChartProps extends Omit<ChartPanelProps, 'children' | 'empty'> {
  /** Greatest first. */
  readonly ranks: readonly Rank[] | undefined;
}

/** The greatest of something, each with a bar. */
export function RankChart({ ranks, ...frame }: RankChartProps) {
  const most = Math.max(0, ...(ranks ?? []).map(({ value }) => value));
  return (
    <ChartPanel {...frame} empty={ranks?.length === 0}>
      <ol className={styles.ranks}>
        {ranks?.map(({ key, name, value, text, detail }) => (
          <li key={key} className={styles.rank}>
            <span className={styles.name} dir="auto">
              {name}
            </span>
            <span className={`figures ${styles.value}`}>{text}</span>
            <span className={styles.track} aria-hidden="true">
              <span className={styles.bar} style={{ width: `${most > 0 ? Math.max(0, value / most) * 100 : 0}%` }} />
            </span>
            <span className={`figures ${styles.detail}`}>{detail}</span>
          </li>
        ))}
      </ol>
    </ChartPanel>
  );
}
