import { palette, restColor } from '../../../components/chart/palette.ts';
import { TimeChart } from '../../../components/chart/time-chart.tsx';
import { useText } from '../../../lib/i18n.ts';
import type { SummaryChartProps } from './summary-chart-props.ts';
import { useUnits } from './use-units.ts';

/** What was charged beside what the channels took for it. */
export function MarginChart({ summary, stretches, bucket, ...state }: SummaryChartProps) {
  const t = useText();
  const units = useUnits();
  const byTime = new Map(summary?.points.map((point) => [point.created_at, point]));
  return (
    <TimeChart
      {...state}
      title={t('dashboard:margin.title')}
      description={t('dashboard:margin.text')}
      fileName="margin"
      kind="bars"
      series={[
        { id: 'charged', name: t('dashboard:margin.charged'), color: palette[0] ?? restColor },
        { id: 'cost', name: t('dashboard:margin.cost'), color: palette[1] ?? restColor },
      ]}
      points={
        summary &&
        stretches.map((at) => {
          const { quota: charged = 0, cost = 0 } = byTime.get(at) ?? {};
          return { at, values: { charged, cost } };
        })
      }
      unit={units.spend}
      bucket={bucket}
    />
  );
}
