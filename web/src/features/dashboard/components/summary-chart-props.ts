import type { Bucket } from '../../../components/chart/stretch.ts';
import type { UsageSummary } from '../api.ts';
import type { ChartState } from './chart-state.ts';

/** What every chart of the summary over time is given. */
export interface SummaryChartProps extends ChartState {
  readonly summary: UsageSummary | undefined;
  readonly stretches: readonly number[];
  readonly bucket: Bucket;
}
