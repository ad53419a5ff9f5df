import { percentile } from './percentile.ts';
import type { Figures, Percentiles } from './schema.ts';
import type { FailureCounts, LatencyCounts, UsageSums } from './summary-repository.ts';

/** All that was read of a stretch, in figures. `isAdmin`: costs are the operator's matter. */
export function figuresOf(
  usage: readonly UsageSums[],
  latencies: readonly LatencyCounts[],
  failures: readonly FailureCounts[],
  isAdmin: boolean,
): Figures {
  const sum = <Row>(rows: readonly Row[], figure: (row: Row) => number) =>
    rows.reduce((total, row) => total + figure(row), 0);
  const prompt = sum(usage, ({ promptTokens }) => promptTokens);
  const completion = sum(usage, ({ completionTokens }) => completionTokens);
  return {
    quota: sum(usage, ({ quota }) => quota),
    ...(isAdmin ? { cost: sum(usage, ({ cost }) => cost) } : {}),
    count: sum(usage, ({ requests }) => requests),
    failed: sum(failures, ({ cause, requests }) => (cause === 'client_gone' ? 0 : requests)),
    token_used: prompt + completion,
    prompt_tokens: prompt,
    completion_tokens: completion,
    cached_tokens: sum(usage, ({ cachedTokens }) => cachedTokens),
    ...latencyFigures(latencies),
  };
}

export function latencyFigures(latencies: readonly LatencyCounts[]): {
  duration: Percentiles;
  first_byte: Percentiles;
} {
  const durations = new Map<number, number>();
  const firstBytes = new Map<number, number>();
  for (const row of latencies) {
    durations.set(row.bucket, (durations.get(row.bucket) ?? 0) + row.durations);
    firstBytes.set(row.bucket, (firstBytes.get(row.bucket) ?? 0) + row.firstBytes);
  }
  return {
    duration: { p50: percentile(durations, 0.5), p95: percentile(durations, 0.95) },
    first_byte: { p50: percentile(firstBytes, 0.5), p95: percentile(firstBytes, 0.95) },
  };
}
