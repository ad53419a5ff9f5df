import type { Database } from '@switchyard/db';
import { sql } from 'kysely';
import { makeLogPartitions, makePartition } from './make-log-partitions.ts';

/**
 * Makes partitions of the usage log for rows from before this installation: one per month (UTC), the last one up to the first
 * day that has its own. Days would be so many that a statement over all of them needs more locks than Postgres has.
 */
export async function makePastPartitions(db: Database, since: Date): Promise<void> {
  const end = await firstDay(db);
  for (let from = startOfMonth(since, 0); from < end; from = startOfMonth(from, 1)) {
    const until = new Date(Math.min(startOfMonth(from, 1).getTime(), end.getTime()));
    const name = `usage_log_${from.toISOString().slice(0, 7).replace('-', '')}`;
    await db.transaction().execute((trx) => makePartition(trx, { name, from, until }));
  }
}

function startOfMonth(time: Date, later: number): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + later));
}

/** The first day with a partition of its own. */
async function firstDay(db: Database): Promise<Date> {
  const { rows } = await sql<{ day: string | null }>`
    SELECT min(right(relname, 8)) AS day FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = 'usage_log'::regclass AND relname ~ '^usage_log_\\d{8}$'`.execute(db);
  const day = rows[0]?.day;
  if (day) return new Date(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00Z`);
  await makeLogPartitions(db);
  return firstDay(db);
}
