import type { Database, FailureCause } from '@switchyard/db';
import { sql } from 'kysely';
import { type Scope, usageOf, within } from './scope.ts';
import { type Steps, stretchOf } from './steps.ts';

export interface UsageSums {
  readonly requests: number;
  readonly quota: number;
  readonly cost: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly cachedTokens: number;
}

export interface LatencyCounts {
  readonly bucket: number;
  readonly durations: number;
  readonly firstBytes: number;
}

export interface FailureCounts {
  readonly cause: FailureCause;
  readonly requests: number;
}

export type At<Row> = Row & { readonly at: Date };

/** Sums of all usage by stretch, oldest first. */
export async function usageSums(db: Database, scope: Scope, steps: Steps): Promise<At<UsageSums>[]> {
  const { rows } = await sql<At<UsageSums>>`
    SELECT ${stretchOf(steps)} AS at, sum(requests) AS requests, sum(quota) AS quota, ${costSum} AS cost,
           sum(prompt_tokens) AS "promptTokens", sum(completion_tokens) AS "completionTokens",
           sum(cached_tokens) AS "cachedTokens"
    FROM ${usageOf(scope)} LEFT JOIN channels ON channels.id = channel_id
    WHERE ${within(scope)} GROUP BY 1 ORDER BY 1`.execute(db);
  return rows;
}

/** List prices by what their channel takes of them now; a channel that is gone takes all. */
export const costSum = sql`round(sum(list_quota * coalesce(cost_ratio, 1)))::bigint`;

export async function latencyCounts(db: Database, scope: Scope, steps: Steps): Promise<At<LatencyCounts>[]> {
  const { rows } = await sql<At<LatencyCounts>>`
    SELECT ${stretchOf(steps)} AS at, bucket, sum(durations) AS durations, sum(first_bytes) AS "firstBytes"
    FROM ${sql.table(scope.userIds ? 'usage_latency' : 'usage_latency_totals')} WHERE ${within(scope)}
    GROUP BY 1, 2`.execute(db);
  return rows;
}

export async function failureCounts(db: Database, scope: Scope, steps: Steps): Promise<At<FailureCounts>[]> {
  const { rows } = await sql<At<FailureCounts>>`
    SELECT ${stretchOf(steps)} AS at, cause, sum(requests) AS requests
    FROM usage_failures WHERE ${within(scope)}
    GROUP BY 1, 2 HAVING sum(requests) > 0 ORDER BY 1, 3 DESC, 2`.execute(db);
  return rows;
}
