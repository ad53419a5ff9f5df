import type { Database } from '@switchyard/db';
import { type RawBuilder, sql } from 'kysely';
import type { Period } from './period.ts';
import { within } from './scope.ts';
import { type Steps, stretchOf } from './steps.ts';
import { mostKeys, type UsageRow } from './usage-row.ts';

const dayMs = 86_400_000;

const columns = {
  requests: sql`requests`,
  errors: sql`errors`,
  quota: sql`quota`,
  cost: sql`list_quota * coalesce(cost_ratio, 1)`,
  promptTokens: sql`prompt_tokens`,
  completionTokens: sql`completion_tokens`,
  cachedTokens: sql`cached_tokens`,
  durationMs: sql`duration_ms`,
  firstByteMs: sql`first_byte_ms`,
};
const names = Object.keys(columns).map((name) => sql.ref(name));
const sums = sql.join(Object.entries(columns).map(([name, column]) => sql`sum(${column}) AS ${sql.ref(name)}`));

/**
 * Sums over everybody by stretch and key or user. The hours of all users are about as many as the log has rows: the greatest are found in
 * the sums by day, only theirs are read by the hour, and what the totals have more is the rest. Usage without a key is part of it.
 */
export async function sumGreatest(
  db: Database,
  period: Period,
  key: RawBuilder<unknown>,
  steps: Steps,
): Promise<UsageRow[]> {
  const rest = sql.join(
    names.map((name) => sql`round(everybody.${name} - coalesce(sum(told.${name}), 0))::bigint AS ${name}`),
  );
  const rounded = sql.join(names.map((name) => sql`round(${name})::bigint AS ${name}`));
  const { rows } = await sql<UsageRow>`
    WITH top AS MATERIALIZED (
      SELECT ${key} AS key, min(user_id) AS owner FROM (${used(period)}) AS used WHERE ${key} <> 0
      GROUP BY 1 ORDER BY sum(quota) DESC, sum(requests) DESC, (${key})::text LIMIT ${mostKeys}
    ), told AS MATERIALIZED (
      SELECT ${stretchOf(steps)} AS at, top.key::text AS key, ${sums}
      FROM top JOIN usage_hourly ON user_id = top.owner AND ${key} = top.key AND ${within({ ...period, userIds: undefined })}
               LEFT JOIN channels ON channels.id = channel_id
      GROUP BY 1, 2
    ), everybody AS (
      SELECT ${stretchOf(steps)} AS at, ${sums}
      FROM usage_totals LEFT JOIN channels ON channels.id = channel_id
      WHERE ${within({ ...period, userIds: undefined })} GROUP BY 1
    ), rest AS (
      SELECT everybody.at, NULL AS key, ${rest} FROM everybody LEFT JOIN told USING (at)
      GROUP BY everybody.at, ${sql.join(names.map((name) => sql`everybody.${name}`))}
    )
    SELECT at, key, ${rounded} FROM told
    UNION ALL
    SELECT * FROM rest WHERE (requests, quota) <> (0, 0)
    ORDER BY 1, quota DESC, 2`.execute(db);
  return rows;
}

/** What each key used: whole days (UTC) from the sums by day, the hours before and behind them one by one. */
function used({ from, before }: Period): RawBuilder<unknown> {
  const firstMs = Math.ceil(from.getTime() / dayMs) * dayMs;
  const endMs = Math.floor(before.getTime() / dayMs) * dayMs;
  const hours = (start: Date, end: Date) => sql`
    SELECT user_id, token_id, requests, quota FROM usage_hourly WHERE hour >= ${start} AND hour < ${end}`;
  if (firstMs >= endMs) return hours(from, before);
  const [first, end] = [new Date(firstMs), new Date(endMs)];
  return sql`
    ${hours(from, first)}
    UNION ALL
    SELECT user_id, token_id, requests, quota FROM usage_daily
    WHERE day >= ${first.toISOString().slice(0, 10)}::date AND day < ${end.toISOString().slice(0, 10)}::date
    UNION ALL
    ${hours(end, before)}`;
}
