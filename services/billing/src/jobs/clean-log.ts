import type { Database, Schema } from '@switchyard/db';
import type { Job } from '@switchyard/queue';
import { sql, type Transaction } from 'kysely';
import type { Ports } from '../ports.ts';

const rowsPerBatch = 10_000;
const mostCounted = 1_000_000;

export function cleanLogJob({ db }: Ports): Job {
  return { name: 'clean-log', schedule: { everyMs: 5_000 }, run: () => cleanLog(db) };
}

/**
 * Deletes the log rows that an administrator wants gone: whole days by dropping their partitions, the rest in batches.
 * Each step is a transaction of its own that raises the horizon and the progress with what it deletes; a crash loses
 * none of it. Instances leave a cleaning that another one works on alone.
 */
export async function cleanLog(db: Database): Promise<void> {
  while (await db.transaction().execute(step)) {
    // The next batch.
  }
}

/** Answers whether there may be more to do. */
async function step(trx: Transaction<Schema>): Promise<boolean> {
  const cleaning = await trx
    .selectFrom('log_cleanings')
    .select(['id', 'target'])
    .where('finished_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!cleaning) return false;
  const { id, target } = cleaning;
  await sql`UPDATE usage_log_horizon SET cleaned_before = greatest(cleaned_before, ${target})`.execute(trx);
  const deleted = (await dropOldestDay(trx, target)) ?? (await deleteBatch(trx, target));
  await trx
    .updateTable('log_cleanings')
    .set({ deleted: sql`deleted + ${deleted ?? 0}`, ...(deleted === undefined ? { finished_at: sql`now()` } : {}) })
    .where('id', '=', id)
    .execute();
  return deleted !== undefined;
}

/** Rows that were in the oldest partition that ends before the target; undefined when there is none. */
async function dropOldestDay(trx: Transaction<Schema>, target: Date): Promise<number | undefined> {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = 'usage_log'::regclass AND relname ~ '^usage_log_\\d{8}$'
      AND ((right(relname, 8)::date + 1)::timestamp AT TIME ZONE 'UTC') <= ${target}
    ORDER BY relname LIMIT 1`.execute(trx);
  const [partition] = rows;
  if (!partition) return undefined;
  const rowCount = await rowsIn(trx, partition.name);
  // Rather try again than let everybody wait behind us who writes to the log.
  await sql`SET LOCAL lock_timeout = '2s'`.execute(trx);
  await sql`DROP TABLE ${sql.table(partition.name)}`.execute(trx);
  return rowCount;
}

/** Beyond a million as the planner takes it to be: to count a day of a thousand requests a second takes longer than a statement may. */
async function rowsIn(trx: Transaction<Schema>, partition: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT CASE WHEN reltuples > ${mostCounted} THEN reltuples::bigint ELSE (
             SELECT count(*) FROM (SELECT FROM ${sql.table(partition)} LIMIT ${mostCounted}) AS counted
           ) END AS count
    FROM pg_class WHERE oid = ${partition}::regclass`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** How many rows went; undefined when there were none left. */
async function deleteBatch(trx: Transaction<Schema>, target: Date): Promise<number | undefined> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM usage_log WHERE (created_at, id) IN (
      SELECT created_at, id FROM usage_log WHERE created_at < ${target} ORDER BY created_at LIMIT ${rowsPerBatch}
    ) AND created_at < ${target}`.execute(trx);
  return numAffectedRows === 0n ? undefined : Number(numAffectedRows);
}
