import { latencyBound } from '@switchyard/db';

/** How many were counted in each bucket of latency. */
export type BucketCounts = ReadonlyMap<number, number>;

/** The time in milliseconds that a share of all do not exceed, spread evenly within its bucket; null without any. */
export function percentile(counts: BucketCounts, share: number): number | null {
  const filled = [...counts].filter(([, count]) => count > 0).sort(([a], [b]) => a - b);
  const rank = share * filled.reduce((sum, [, count]) => sum + count, 0);
  let below = 0;
  for (const [bucket, count] of filled) {
    if (below + count >= rank) return Math.round(latencyBound(bucket - 1 + (rank - below) / count));
    below += count;
  }
  return null;
}
