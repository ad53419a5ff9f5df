import { type Database, post } from '@switchyard/db';
import { type Kysely, sql } from 'kysely';

export const users = 100_000;
const logRows = 1_000_000;
const days = 30;

/** An installation of some size: users, keys, a month of the log, and what grows with them. */
export async function seed(db: Database, passwordHash: string, say: (what: string) => void): Promise<void> {
  // The default is that of disks with moving parts.
  await sql`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET random_page_cost = 1.1', current_database()); END $$`.execute(
    db,
  );
  await seedPeople(db, passwordHash);
  say(`${users} users, each with a key; one has 1000`);
  await seedLog(db);
  say(`${logRows} rows of the log in ${days} days`);
  await seedTrade(db);
  // As autovacuum would: without it no scan can do with an index alone.
  await sql`VACUUM ANALYZE`.execute(db);
}

async function seedPeople(db: Database, passwordHash: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const [username, role] of [
      ['root', 100],
      ['heavy', 1],
    ] as const) {
      const { id } = await trx
        .insertInto('users')
        .values({ username, role, password_hash: passwordHash })
        .returning('id')
        .executeTakeFirstOrThrow();
      await trx.insertInto('accounts').values({ user_id: id }).execute();
      await post(trx, { kind: 'gift', reference: `seed:${id}`, userId: id, amount: 1_000_000 });
    }
  });
  await sql`
    INSERT INTO users (username, display_name, email, "group")
    SELECT 'user' || n, 'Person ' || n, 'user' || n || '@example.com', CASE n % 50 WHEN 0 THEN 'vip' ELSE 'default' END
    FROM generate_series(1, ${users}::int) AS n
  `.execute(db);
  await sql`INSERT INTO accounts (user_id) SELECT id FROM users ON CONFLICT DO NOTHING`.execute(db);
  await sql`
    INSERT INTO tokens (user_id, key_hash, key_sealed, key_mask, name)
    SELECT id, sha256(username::bytea), '', 'sk-…', 'key of ' || username FROM users
  `.execute(db);
  await sql`
    INSERT INTO tokens (user_id, key_hash, key_sealed, key_mask, name)
    SELECT users.id, sha256(('heavy' || n)::bytea), '', 'sk-…', 'key ' || n
    FROM users, generate_series(1, 1000) AS n WHERE username = 'heavy'
  `.execute(db);
  await sql`
    INSERT INTO channels (type, name, key_sealed, models, groups)
    SELECT 1, 'channel ' || n, '', ARRAY['model-' || n % 40], ARRAY['default'] FROM generate_series(1, 200) AS n
  `.execute(db);
}

/** One row in ten is the heavy user's, one in a thousand is no consumption. */
async function seedLog(db: Kysely<never> | Database): Promise<void> {
  const today = Math.floor(Date.now() / 86_400_000);
  for (let back = days; back >= -1; back--) {
    const date = (dayNumber: number) => new Date(dayNumber * 86_400_000).toISOString().slice(0, 10);
    const [from, to] = [date(today - back), date(today - back + 1)];
    await sql`
      CREATE TABLE ${sql.table(`usage_log_${from.replaceAll('-', '')}`)} PARTITION OF usage_log
      FOR VALUES FROM (${sql.lit(`${from} 00:00+00`)}) TO (${sql.lit(`${to} 00:00+00`)})
    `.execute(db as Database);
  }
  await sql`
    INSERT INTO usage_log (created_at, type, user_id, username, token_id, token_name, "group", model, channel_id, quota,
                           prompt_tokens, completion_tokens, request_id)
    SELECT now() - n * interval '1 month' / ${logRows}::int, CASE WHEN n % 1000 = 0 THEN 3 ELSE 2 END, owner.id, owner.username,
           owner.id, 'key of ' || owner.username, CASE n % 50 WHEN 0 THEN 'vip' ELSE 'default' END, 'model-' || n % 40,
           n % 200 + 1, 100, 10, 10, 'request-' || n
    FROM generate_series(1, ${logRows}::int) AS n
    JOIN users AS owner ON owner.id = CASE n % 10 WHEN 0 THEN 2 ELSE 3 + n * 7919::bigint % ${users}::int END
  `.execute(db as Database);
  await sql`
    INSERT INTO usage_hourly (hour, user_id, token_id, channel_id, model, "group", requests, quota, list_quota, prompt_tokens,
                              completion_tokens)
    SELECT date_trunc('hour', created_at), user_id, token_id, channel_id, model, "group", count(*), sum(quota), sum(quota),
           sum(prompt_tokens), sum(completion_tokens)
    FROM usage_log WHERE type = 2 GROUP BY 1, 2, 3, 4, 5, 6
  `.execute(db as Database);
  // Times between half a second and a minute; one request in a hundred fails.
  await sql`
    INSERT INTO usage_latency (hour, user_id, channel_id, bucket, durations, first_bytes)
    SELECT date_trunc('hour', created_at), user_id, channel_id, bucket, count(*) FILTER (WHERE bucket >= 36),
           count(*) FILTER (WHERE bucket < 36)
    FROM usage_log CROSS JOIN LATERAL (VALUES (36 + id % 28), (28 + id % 8)) AS times (bucket)
    WHERE type = 2 GROUP BY 1, 2, 3, 4 ORDER BY 1
  `.execute(db as Database);
  await sql`
    INSERT INTO usage_failures (hour, user_id, channel_id, cause, requests, tries, last_try_at)
    SELECT date_trunc('hour', created_at), user_id, channel_id, 'upstream', count(*), count(*), max(created_at)
    FROM usage_log WHERE type = 2 AND id % 100 = 0 GROUP BY 1, 2, 3
  `.execute(db as Database);
}

/** Orders, codes and tasks: a hundred thousand each; entries of the audit log: a tenth of that, for each is chained to the one before. */
async function seedTrade(db: Database): Promise<void> {
  await sql`
    INSERT INTO topup_orders (public_id, trade_no, user_id, processor, amount_usd, rate, ratio, currency, payable_minor, quota,
                              created_at, expires_at, state)
    SELECT gen_random_uuid(), 'TU20261121' || lpad(n::text, 16, '0'), CASE n % 10 WHEN 0 THEN 2 ELSE 3 + n % ${users}::int END,
           'epay', '10', '7.3', '1', 'CNY', 7300, 5000000, now() - n * interval '1 minute', now(), 'expired'
    FROM generate_series(1, 100000) AS n
  `.execute(db);
  await sql`
    INSERT INTO tasks (request_id, platform, task_id, user_id, token_id, channel_id, "group", model, action, quota, usage, status,
                       submitted_at)
    SELECT 'task-' || n, CASE n % 2 WHEN 0 THEN 'midjourney' ELSE 'suno' END, 'upstream-' || n,
           CASE n % 10 WHEN 0 THEN 2 ELSE 3 + n % ${users}::int END, 1, n % 200 + 1, 'default', 'model-1', 'MUSIC', 100, '{}',
           'SUCCESS', now() - n * interval '1 minute'
    FROM generate_series(1, 100000) AS n
  `.execute(db);
  await sql`
    INSERT INTO redemptions (code_hash, code_sealed, name, quota, created_by)
    SELECT sha256(('code' || n)::bytea), '', 'winter' || n, 500000, 1
    FROM generate_series(1, 100000) AS n
  `.execute(db);
  await sql`
    INSERT INTO audit_log (actor_id, actor, ip, request_id, content)
    SELECT 1, 'root', '', 'request-' || n, 'Changed option SystemName' FROM generate_series(1, 10000) AS n
  `.execute(db);
}
