import { type Database, indexLog } from '@switchyard/db';
import { sql } from 'kysely';

export const logDays = 30;
const dayMs = 86_400_000;
/** As many as this machine has processors, as a rule. */
const daysAtOnce = 2;

/** What a row explains its charge with, of the size that real ones have. */
const other = JSON.stringify({
  ended: 'done',
  counted: 'upstream',
  frt: 200,
  model_ratio: 1,
  completion_ratio: 4,
  cache_ratio: 0.1,
  group_ratio: 1,
  cache_tokens: 20,
  cache_write_tokens: 0,
  admin_info: { use_channel: [17], tries: [{ channelId: 17, status: 200, durationMs: 900 }] },
});

/**
 * The log of the last 30 days, with the roll-ups that belong to it. Rows are evenly spread. One in ten is the heavy
 * user's, one in a thousand is no consumption. Days are filled before they are attached: indexes are then built once. Those that are over have
 * the ones that billing makes.
 */
export async function seedLog(db: Database, rows: number, users: number): Promise<void> {
  // A crash of this database costs nothing but its making.
  for (const table of ['usage_hourly', 'usage_latency'])
    await sql`ALTER TABLE ${sql.table(table)} SET UNLOGGED`.execute(db);
  const now = Date.now();
  const today = Math.floor(now / dayMs);
  const days = Array.from({ length: logDays + 2 }, (_, index) => today - logDays + index);
  const next = days.values();
  await Promise.all(
    Array.from({ length: daysAtOnce }, async () => {
      for (const day of next) await seedDay(db, { day, now, rows, users });
    }),
  );
  await db.connection().execute((connection) => indexLog(connection, new Date(today * dayMs)));
}

interface Day {
  /** Since the epoch. */
  readonly day: number;
  readonly now: number;
  /** Of all days. */
  readonly rows: number;
  readonly users: number;
}

async function seedDay(db: Database, { day, now, rows, users }: Day): Promise<void> {
  const [from, to] = [new Date(day * dayMs), new Date((day + 1) * dayMs)];
  const stepMs = (logDays * dayMs) / rows;
  const first = Math.max(1, Math.floor((now - to.getTime()) / stepMs));
  const last = Math.min(rows, Math.ceil((now - from.getTime()) / stepMs));
  const partition = sql.table(`usage_log_${from.toISOString().slice(0, 10).replaceAll('-', '')}`);
  await db.transaction().execute(async (trx) => {
    await sql`SET LOCAL work_mem = '256MB'`.execute(trx);
    await sql`SET LOCAL maintenance_work_mem = '256MB'`.execute(trx);
    await sql`CREATE UNLOGGED TABLE ${partition} (LIKE usage_log INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`.execute(
      trx,
    );
    await sql`
      INSERT INTO ${partition} (id, created_at, type, user_id, username, token_id, token_name, "group", model, channel_id, quota,
                                prompt_tokens, completion_tokens, duration_ms, first_byte_ms, status, request_id, ip, other)
      SELECT n, at, CASE WHEN n % 1000 = 0 THEN 3 ELSE 2 END, owner.id, owner.username, owner.id, 'key of ' || owner.username,
             CASE n % 50 WHEN 0 THEN 'vip' ELSE 'default' END, 'model-' || n % 40, n % 200 + 1, 100 + n % 7, 10, 10, 900, 200, 200,
             'request-' || n, '203.0.113.7', ${sql.lit(other)}::json
      FROM (
        SELECT n, ${new Date(now)}::timestamptz - n * ${stepMs}::float8 * interval '1 millisecond' AS at
        FROM generate_series(${first}::bigint, ${last}::bigint) AS n
      ) AS row
      JOIN users AS owner ON owner.id = CASE n % 10 WHEN 0 THEN 2 ELSE 3 + n * 7919 % ${users}::bigint END
      WHERE at >= ${from} AND at < ${to}
    `.execute(trx);
    await sql`ANALYZE ${partition}`.execute(trx);
    await rollUp(trx, partition);
  });
  // On its own: it locks the table that all days belong to.
  await sql`
    ALTER TABLE usage_log ATTACH PARTITION ${partition}
    FOR VALUES FROM (${sql.lit(from.toISOString())}) TO (${sql.lit(to.toISOString())})
  `.execute(db);
}

/** Times lie between half a second and a minute; one request in a hundred fails. */
async function rollUp(db: Database, partition: ReturnType<typeof sql.table>): Promise<void> {
  await sql`
    INSERT INTO usage_hourly (hour, user_id, token_id, channel_id, model, "group", requests, quota, list_quota, prompt_tokens,
                              completion_tokens)
    SELECT date_trunc('hour', created_at), user_id, token_id, channel_id, model, "group", count(*), sum(quota), sum(quota),
           sum(prompt_tokens), sum(completion_tokens)
    FROM ${partition} WHERE type = 2 GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2
  `.execute(db);
  await sql`
    WITH times AS MATERIALIZED (
      SELECT date_trunc('hour', created_at) AS hour, user_id, channel_id, bucket,
             count(*) FILTER (WHERE bucket >= 36) AS durations, count(*) FILTER (WHERE bucket < 36) AS first_bytes
      FROM ${partition} CROSS JOIN LATERAL (VALUES (36 + id % 28), (28 + id % 8)) AS times (bucket)
      WHERE type = 2 GROUP BY 1, 2, 3, 4
    ), by_channel AS (
      INSERT INTO usage_latency_channels (hour, channel_id, bucket, durations, first_bytes)
      SELECT hour, channel_id, bucket, sum(durations), sum(first_bytes) FROM times GROUP BY 1, 2, 3
    ), over_all AS (
      INSERT INTO usage_latency_totals (hour, bucket, durations, first_bytes)
      SELECT hour, bucket, sum(durations), sum(first_bytes) FROM times GROUP BY 1, 2
    )
    INSERT INTO usage_latency (hour, user_id, bucket, durations, first_bytes)
    SELECT hour, user_id, bucket, sum(durations), sum(first_bytes) FROM times GROUP BY 1, 2, 3 ORDER BY 1, 2
  `.execute(db);
  await sql`
    INSERT INTO usage_failures (hour, user_id, channel_id, cause, requests, tries, last_try_at)
    SELECT date_trunc('hour', created_at), user_id, channel_id, 'upstream', count(*), count(*), max(created_at)
    FROM ${partition} WHERE type = 2 AND id % 100 = 0 GROUP BY 1, 2, 3
  `.execute(db);
}
