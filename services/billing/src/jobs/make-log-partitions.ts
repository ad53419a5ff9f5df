import { advisoryLocks, type Database, type Schema } from '@switchyard/db';
import type { Job } from '@switchyard/queue';
import { sql, type Transaction } from 'kysely';
import type { Ports } from '../ports.ts';

const dayMs = 86_400_000;
const daysAhead = 7;

export function makeLogPartitionsJob({ db }: Ports): Job {
  return { name: 'make-log-partitions', schedule: { cron: '10 1 * * *' }, run: () => makeLogPartitions(db) };
}

/** Makes the partitions of the usage log, one per day (UTC), for today and the week to come. */
export async function makeLogPartitions(db: Database, now = new Date()): Promise<void> {
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  for (let day = 0; day <= daysAhead; day++) {
    const from = new Date(today + day * dayMs);
    const name = `usage_log_${from.toISOString().slice(0, 10).replaceAll('-', '')}`;
    await db
      .transaction()
      .execute((trx) => makePartition(trx, { name, from, until: new Date(from.getTime() + dayMs) }));
  }
}

/** Unless it is there. Rows that came before their partition lie in the default one and move. */
export async function makePartition(
  trx: Transaction<Schema>,
  { name, from, until }: { readonly name: string; readonly from: Date; readonly until: Date },
): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${advisoryLocks.makeLogPartitions})`.execute(trx);
  const { rows } = await sql<{ exists: boolean }>`SELECT to_regclass(${name}) IS NOT NULL AS exists`.execute(trx);
  if (rows[0]?.exists) return;
  await sql`CREATE TABLE ${sql.table(name)} (LIKE usage_log INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`.execute(trx);
  await sql`LOCK TABLE usage_log_default IN ACCESS EXCLUSIVE MODE`.execute(trx);
  await sql`
    WITH moved AS (DELETE FROM usage_log_default WHERE created_at >= ${from} AND created_at < ${until} RETURNING *)
    INSERT INTO ${sql.table(name)} SELECT * FROM moved
  `.execute(trx);
  await sql`
    ALTER TABLE usage_log ATTACH PARTITION ${sql.table(name)}
    FOR VALUES FROM (${sql.lit(from.toISOString())}) TO (${sql.lit(until.toISOString())})
  `.execute(trx);
}
