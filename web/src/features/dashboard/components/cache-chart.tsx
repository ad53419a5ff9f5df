import { palette, restColor } from '../../../components/chart/palette.ts';
import { TimeChart } from '../../../components/chart/time-chart.tsx';
import { useText } from '../../../lib/i18n.ts';
import type { SummaryChartProps } from './summary-chart-props.ts';
import { useUnits } from './use-units.ts';

/** Tokens of prompts: read from caches, or anew. */
export function CacheChart({ summary, stretches, bucket, ...state }: SummaryChartProps) {
  const t = useText();
  const units = useUnits();
  const byTime = new Map(summary?.points.map((point) => [point.created_at, point]));
  return (
    <TimeChart
      {...state}
      title={t('dashboard:cache.title')}
      description={t('dashboard:cache.text')}
      fileName="cache"
      kind="stack"
      series={[
        { id: 'cached', name: t('dashboard:cache.cached'), color: palette[3] ?? restColor },
        { id: 'fresh', name: t('dashboard:cache.fresh'), color: palette[0] ?? restColor },
      ]}
      points={
        summary &&
        stretches.map((at) => {
          const { prompt_tokens: prompt = 0, cached_tokens: cached = 0 } = byTime.get(at) ?? {};
          return { at, values: { cached, fresh: Math.max(0, prompt - cached) } };
        })
      }
      unit={units.tokens}
      bucket={bucket}
    />
  );
}
