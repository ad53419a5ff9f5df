import { type RawBuilder, sql } from 'kysely';
import type { UsageRecord } from './usage-record.ts';

/**
 * From the first request's time to the last one's, for `BETWEEN`. It names the days of the log to the planner, which else counts on looking into
 * each there is. Wants one request at least.
 */
export function timeRangeOf(requests: readonly UsageRecord[]): RawBuilder<unknown> {
  const times = requests.map(({ timeMs }) => timeMs);
  return sql`${new Date(Math.min(...times))} AND ${new Date(Math.max(...times))}`;
}
