import { Segmented } from 'antd';
import { useState } from 'react';
import { palette, restColor } from '../../../components/chart/palette.ts';
import { TimeChart } from '../../../components/chart/time-chart.tsx';
import { useText } from '../../../lib/i18n.ts';
import type { SummaryChartProps } from './summary-chart-props.ts';
import { useUnits } from './use-units.ts';

/** How long requests took: half of them, and all but one in twenty. */
export function LatencyChart({ summary, stretches, bucket, ...state }: SummaryChartProps) {
  const t = useText();
  const units = useUnits();
  const [part, setPart] = useState<'duration' | 'first_byte'>('duration');
  const byTime = new Map(summary?.points.map((point) => [point.created_at, point[part]]));
  return (
    <TimeChart
      {...state}
      title={t('dashboard:latency.title')}
      description={t('dashboard:latency.text')}
      fileName={part === 'duration' ? 'latency' : 'first-token'}
      kind="lines"
      series={[
        { id: 'p50', name: 'p50', color: palette[0] ?? restColor },
        { id: 'p95', name: 'p95', color: palette[1] ?? restColor, dashed: true },
      ]}
      points={summary && stretches.map((at) => ({ at, values: { ...(byTime.get(at) ?? { p50: null, p95: null }) } }))}
      unit={units.time}
      bucket={bucket}
      tools={
        <Segmented<typeof part>
          size="small"
          aria-label={t('dashboard:latency.label')}
          value={part}
          onChange={setPart}
          options={[
            { value: 'duration', label: t('dashboard:latency.whole') },
            { value: 'first_byte', label: t('dashboard:latency.firstToken') },
          ]}
        />
      }
    />
  );
}
