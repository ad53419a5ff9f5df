import { type Database, post } from '@switchyard/db';
import { sql } from 'kysely';
import { logDays, seedLog } from './seed-log.ts';

export const users = 100_000;
/** A user like most: one row of the log in more than a hundred thousand. */
export const light = `user${users - 5}`;

/** An installation of some size: users, keys, a month of the log with so many rows, and what grows with them. */
export async function seed(
  db: Database,
  passwordHash: string,
  logRows: number,
  say: (what: string) => void,
): Promise<void> {
  // The default is that of disks with moving parts.
  await sql`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET random_page_cost = 1.1', current_database()); END $$`.execute(
    db,
  );
  await seedPeople(db, passwordHash);
  say(`${users} users, each with a key; one has 1000`);
  await seedLog(db, logRows, users);
  say(`${logRows} rows of the log in ${logDays} days`);
  await seedTrade(db);
  // As autovacuum would: without it no scan can do with an index alone.
  await sql`VACUUM ANALYZE`.execute(db);
  await saySizes(db, say);
}

/** What the log and its sums take of the disk. */
async function saySizes(db: Database, say: (what: string) => void): Promise<void> {
  const { rows } = await sql<{ name: string; rows: number; bytes: number; indexes: number }>`
    SELECT coalesce(parent.relname, leaf.relname) AS name, round(sum(leaf.reltuples)::numeric)::bigint AS rows,
           sum(pg_total_relation_size(leaf.oid)) AS bytes, sum(pg_indexes_size(leaf.oid)) AS indexes
    FROM pg_class AS leaf
    LEFT JOIN pg_inherits ON inhrelid = leaf.oid LEFT JOIN pg_class AS parent ON parent.oid = inhparent
    WHERE leaf.relkind = 'r' AND leaf.relname LIKE 'usage_%' GROUP BY 1 HAVING sum(leaf.reltuples) > 0 ORDER BY 3 DESC
  `.execute(db);
  for (const { name, rows: count, bytes, indexes } of rows) {
    say(
      `${name}: ${count} rows of ${Math.round(bytes / count)} bytes, ${Math.round(indexes / count)} of them in indexes`,
    );
  }
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
  await db.updateTable('users').set({ password_hash: passwordHash }).where('username', '=', light).execute();
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

/**
 * Orders, codes and tasks: a hundred thousand each; a tenth of that of what billing finds and cannot book, and of entries of the
 * audit log, for each is chained to the one before.
 */
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
  await sql`
    INSERT INTO breaches (invariant, user_id, detail, found_at, resolved_at)
    SELECT 'wallet-comes-to-rest', 2 + n, 'held', now() - n * interval '1 hour', CASE n % 10 WHEN 0 THEN NULL ELSE now() END
    FROM generate_series(1, 10000) AS n
  `.execute(db);
  await sql`
    INSERT INTO dead_letters (subject, payload, reason, user_id)
    SELECT 'usage.recorded', repeat('x', 1000) || n, 'no such account', 2 + n FROM generate_series(1, 10000) AS n
  `.execute(db);
  await sql`
    INSERT INTO audit_runs (scope, started_at, finished_at, users, breaches)
    SELECT 'touched', now() - n * interval '4 minutes', now() - n * interval '4 minutes', 10, 0 FROM generate_series(1, 10000) AS n
  `.execute(db);
}
