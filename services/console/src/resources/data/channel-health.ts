import type { Database } from '@switchyard/db';
import { sql } from 'kysely';
import { latencyFigures } from './figures.ts';
import type { ChannelHealth } from './schema.ts';
import { type Scope, usageOf, within } from './scope.ts';
import type { LatencyCounts } from './summary-repository.ts';

/** More than fit into a table; those beyond did least. */
const mostChannels = 100;

type Row = Omit<ChannelHealth, 'duration' | 'first_byte'>;

/** Channels that are on, were switched off by the system, or were used in the scope; those in trouble first. */
export async function readChannelHealth(db: Database, scope: Scope): Promise<ChannelHealth[]> {
  const { rows: channels } = await sql<Row>`
    WITH used AS (
      SELECT channel_id, sum(requests - errors) AS served, sum(quota) AS quota, sum(list_quota) AS list_quota
      FROM ${usageOf(scope)} WHERE ${within(scope)} GROUP BY 1
    ), failed AS (
      SELECT channel_id, sum(tries) AS tries, max(last_try_at) AS at,
             (array_agg(cause ORDER BY last_try_at DESC))[1] AS cause
      FROM usage_failures WHERE ${within(scope)} AND tries > 0 GROUP BY 1
    )
    SELECT channels.id, name, status, status_reason, coalesce(served, 0) AS served, coalesce(tries, 0) AS failed_tries,
           coalesce(quota, 0) AS quota, round(coalesce(list_quota, 0) * cost_ratio)::bigint AS cost, cost_ratio,
           coalesce(floor(extract(epoch FROM failed.at)), 0)::bigint AS last_failure_time,
           coalesce(failed.cause, '') AS last_failure_cause
    FROM channels
    LEFT JOIN used ON used.channel_id = channels.id
    LEFT JOIN failed ON failed.channel_id = channels.id
    WHERE status <> 2 OR served > 0 OR tries > 0
    ORDER BY status = 3 DESC, coalesce(served, 0) + coalesce(tries, 0) DESC, channels.id
    LIMIT ${mostChannels}`.execute(db);
  // Not counted for each channel of each user.
  const latencies = scope.userIds ? new Map<number, LatencyCounts[]>() : await latenciesOf(db, scope);
  return channels.map((channel) => ({ ...channel, ...latencyFigures(latencies.get(channel.id) ?? []) }));
}

async function latenciesOf(db: Database, scope: Scope): Promise<Map<number, LatencyCounts[]>> {
  const { rows } = await sql<LatencyCounts & { channelId: number }>`
    SELECT channel_id AS "channelId", bucket, sum(durations) AS durations, sum(first_bytes) AS "firstBytes"
    FROM usage_latency_channels WHERE ${within(scope)}
    GROUP BY 1, 2`.execute(db);
  return Map.groupBy(rows, ({ channelId }) => channelId);
}
