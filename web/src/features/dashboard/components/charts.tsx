import { lazy, Suspense } from 'react';
import { stretchesOf } from '../../../components/chart/stretch.ts';
import { loadTexts } from '../../../lib/i18n.ts';
import { type UsageSummary, useUsage } from '../api.ts';
import type { DashboardQuery, Measure } from '../dashboard-query.ts';
import { CacheChart } from './cache-chart.tsx';
import { type ChartState, stateOf } from './chart-state.ts';
import styles from './charts.module.css';
import { FailureChart } from './failure-chart.tsx';
import { FigureCards } from './figure-cards.tsx';
import { LatencyChart } from './latency-chart.tsx';
import { MarginChart } from './margin-chart.tsx';
import { ModelUsage } from './model-usage.tsx';
import { NoUsage } from './no-usage.tsx';
import { TopLists } from './top-lists.tsx';

/** Says why the system switched channels off, in the server's words. */
const ChannelHealth = lazy(async () => {
  const [health] = await Promise.all([import('./channel-health.tsx'), loadTexts('server')]);
  return { default: health.ChannelHealth };
});

interface ChartsProps {
  readonly query: DashboardQuery;
  readonly summary: UsageSummary | undefined;
  readonly summaryState: ChartState;
  readonly isAdministrator: boolean;
  readonly onMeasure: (measure: Measure) => void;
  readonly onUser: (username: string) => void;
  readonly onLonger: () => void;
}

/** Everything below the period: cards, charts, rankings and, for administrators, margin and channels. */
export function Charts({ query, summary, summaryState, isAdministrator, ...on }: ChartsProps) {
  const models = useUsage(query, isAdministrator, 'model');
  const stretches =
    summary === undefined ? [] : stretchesOf(summary.start_timestamp, summary.end_timestamp, query.bucket);
  const isUnused = summary?.points.length === 0;
  const overTime = { ...summaryState, summary, stretches, bucket: query.bucket };
  return (
    <div className={styles.charts}>
      <FigureCards summary={summary} stretches={stretches} isAdministrator={isAdministrator} />
      {isUnused ? (
        <NoUsage onLonger={query.span === '90d' ? undefined : on.onLonger} />
      ) : (
        <>
          <ModelUsage
            {...stateOf(models)}
            query={query}
            rows={summary && models.data}
            stretches={stretches}
            onMeasure={on.onMeasure}
          />
          <TopLists query={query} isAdministrator={isAdministrator} onUser={on.onUser} />
          <div className={styles.pair}>
            <LatencyChart {...overTime} />
            <FailureChart {...overTime} />
          </div>
          <div className={isAdministrator ? styles.pair : ''}>
            <CacheChart {...overTime} />
            {isAdministrator && <MarginChart {...overTime} />}
          </div>
        </>
      )}
      <Suspense>{isAdministrator && <ChannelHealth query={query} />}</Suspense>
    </div>
  );
}
