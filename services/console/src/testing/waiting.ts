import { setImmediate } from 'node:timers/promises';
import type { Database } from '@switchyard/db';
import { sql } from 'kysely';

/** Whether a transaction in this database waits for a lock that another one holds. */
export async function isAnybodyWaiting(db: Database): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()
  `.execute(db);
  return rows.length > 0;
}

/** Resolves when one does. */
export async function untilSomebodyWaits(db: Database): Promise<void> {
  while (!(await isAnybodyWaiting(db))) await setImmediate();
}
