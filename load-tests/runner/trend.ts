/** One reading: seconds since the start, and a value. */
export type Reading = readonly [seconds: number, value: number];

export interface Trend {
  /** Median of the second half. */
  readonly level: number;
  /** By how much it rose over the second half. */
  readonly growth: number;
  /** How far readings lie from that line: the range that holds the middle half of them. */
  readonly noise: number;
}

/**
 * How a value moves in the second half of a run, when everything is warm: the median of the slopes between all pairs of readings (Theil
 * and Sen), which a few outliers do not move.
 */
export function trendOf(readings: readonly Reading[]): Trend {
  const half = readings.slice(Math.floor(readings.length / 2));
  const [first, last] = [half[0]?.[0] ?? 0, half.at(-1)?.[0] ?? 0];
  const slopes = half.flatMap(([at, value], index) =>
    half.slice(index + 1).map(([later, laterValue]) => (laterValue - value) / (later - at)),
  );
  const slope = quantile(slopes, 0.5);
  const rest = half.map(([at, value]) => value - slope * (at - first));
  return {
    level: quantile(
      half.map(([, value]) => value),
      0.5,
    ),
    growth: slope * (last - first),
    noise: quantile(rest, 0.75) - quantile(rest, 0.25),
  };
}

/** Whether it rose by more than noise explains, and by more than `least`, which is nothing to worry about in any run. */
export function grows({ growth, noise }: Trend, least: number): boolean {
  return growth > least && growth > 2 * noise;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
