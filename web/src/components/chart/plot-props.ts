import type { Point, Series, Unit } from './chart-data.ts';
import type { Bucket } from './stretch.ts';

/** What the plots over time have in common. */
export interface PlotProps {
  /** Names the plot for screen readers. */
  readonly label: string;
  readonly points: readonly Point[];
  readonly series: readonly Series[];
  readonly unit: Unit;
  readonly bucket: Bucket;
  readonly stacked: boolean;
  readonly sumTitle: string | undefined;
}
