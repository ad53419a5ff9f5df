import { Segmented } from 'antd';
import { TimeChart } from '../../../components/chart/time-chart.tsx';
import { type TextKey, useText } from '../../../lib/i18n.ts';
import type { UsageRow } from '../api.ts';
import { type DashboardQuery, type Measure, measures } from '../dashboard-query.ts';
import { modelChart } from '../model-chart.ts';
import type { ChartState } from './chart-state.ts';
import { useUnits } from './use-units.ts';

export const measureTexts: Record<Measure, TextKey> = {
  spend: 'dashboard:measure.spend',
  requests: 'dashboard:measure.requests',
  tokens: 'dashboard:measure.tokens',
};

interface ModelUsageProps extends ChartState {
  readonly query: DashboardQuery;
  readonly rows: readonly UsageRow[] | undefined;
  readonly stretches: readonly number[];
  readonly onMeasure: (measure: Measure) => void;
}

/** Spend, requests or tokens of the models over time. */
export function ModelUsage({ query, rows, stretches, onMeasure, ...state }: ModelUsageProps) {
  const t = useText();
  const units = useUnits();
  const { measure, bucket } = query;
  const chart = rows && modelChart(rows, stretches, measure, t('dashboard:rest'));
  return (
    <TimeChart
      {...state}
      title={t('dashboard:models.title')}
      fileName={`${measure}-by-model`}
      kind="stack"
      series={chart?.series ?? []}
      points={chart?.points}
      unit={units[measure]}
      bucket={bucket}
      tools={
        <Segmented<Measure>
          size="small"
          aria-label={t('dashboard:measure.label')}
          value={measure}
          onChange={onMeasure}
          options={measures.map((value) => ({ value, label: t(measureTexts[value]) }))}
        />
      }
    />
  );
}
