import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useLanguage, useText } from '../../lib/i18n.ts';
import type { Point, Series, Unit } from './chart-data.ts';
import { ChartPanel } from './chart-panel.tsx';
import { Legend } from './legend.tsx';
import type { Bucket } from './stretch.ts';
import styles from './time-chart.module.css';
import { timeTable } from './time-table.ts';

const TimeBars = lazy(async () => ({ default: (await import('./time-bars.tsx')).TimeBars }));
const TimeLines = lazy(async () => ({ default: (await import('./time-lines.tsx')).TimeLines }));

interface TimeChartProps {
  readonly title: string;
  readonly description?: string;
  readonly tools?: ReactNode;
  readonly fileName: string;
  /** `stack`: parts of a whole; `bars`: figures beside each other; `lines`: figures that have no sum. */
  readonly kind: 'stack' | 'bars' | 'lines';
  readonly series: readonly Series[];
  /** Undefined while they are loading. */
  readonly points: readonly Point[] | undefined;
  readonly unit: Unit;
  readonly bucket: Bucket;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly refreshing: boolean;
}

/** Figures over time with a legend that filters, a table and a file. */
export function TimeChart({ series, points, unit, bucket, kind, ...frame }: TimeChartProps) {
  const t = useText();
  const language = useLanguage();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const visible = series.filter(({ id }) => !hidden.has(id));
  const sumTitle = kind === 'stack' && series.length > 1 ? t('common:chart.sum') : undefined;
  const timeTitle = t('common:chart.time');
  const empty = points?.every(({ values }) => series.every(({ id }) => (values[id] ?? 0) === 0)) ?? false;

  function toggle(id: string) {
    const next = new Set(hidden);
    if (!next.delete(id)) next.add(id);
    setHidden(next);
  }

  const Plot = kind === 'lines' ? TimeLines : TimeBars;
  return (
    <ChartPanel
      {...frame}
      empty={empty}
      table={points && timeTable({ series: visible, points, unit, bucket, language, timeTitle, sumTitle })}
    >
      {/* Mirrored by the chart itself: texts in SVG would turn their anchors around as well. */}
      <div className={styles.plot} dir="ltr">
        <Suspense>
          <Plot
            label={frame.title}
            points={points ?? []}
            series={visible}
            unit={unit}
            bucket={bucket}
            stacked={kind === 'stack'}
            sumTitle={sumTitle}
          />
        </Suspense>
      </div>
      <Legend
        series={series}
        hidden={hidden}
        onToggle={toggle}
        sumOf={kind === 'lines' ? undefined : (id) => unit.tick(sumOf(points ?? [], id))}
      />
    </ChartPanel>
  );
}

function sumOf(points: readonly Point[], id: string): number {
  return points.reduce((sum, { values }) => sum + (values[id] ?? 0), 0);
}
