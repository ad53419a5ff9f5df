import { palette, restColor } from '../../../components/chart/palette.ts';
import { TimeChart } from '../../../components/chart/time-chart.tsx';
import { useText } from '../../../lib/i18n.ts';
import { causeText } from './causes.ts';
import type { SummaryChartProps } from './summary-chart-props.ts';
import { useUnits } from './use-units.ts';

/** Requests without a whole answer, by why. */
export function FailureChart({ summary, stretches, bucket, ...state }: SummaryChartProps) {
  const t = useText();
  const units = useUnits();
  const byCause = Map.groupBy(summary?.failures ?? [], ({ cause }) => cause);
  const sum = (cause: string) => (byCause.get(cause) ?? []).reduce((total, { count }) => total + count, 0);
  const causes = [...byCause.keys()].sort((a, b) => sum(b) - sum(a));
  const byTime = Map.groupBy(summary?.failures ?? [], ({ created_at: at }) => at);
  return (
    <TimeChart
      {...state}
      title={t('dashboard:failures.title')}
      description={t('dashboard:failures.text')}
      fileName="failures"
      kind="stack"
      series={causes.map((cause, index) => ({
        id: cause,
        name: t(causeText(cause)),
        color: palette[index] ?? restColor,
      }))}
      points={
        summary &&
        stretches.map((at) => ({
          at,
          values: Object.fromEntries((byTime.get(at) ?? []).map(({ cause, count }) => [cause, count])),
        }))
      }
      unit={units.requests}
      bucket={bucket}
    />
  );
}
