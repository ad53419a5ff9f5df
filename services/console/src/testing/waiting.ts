import type { Schema } from '@switchyard/db';
import { type Kysely, sql } from 'kysely';

/** Whether a transaction in this database waits for a row that another one holds. */
export async function isWaitingForRow(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE NOT granted AND locktype IN ('transactionid', 'tuple') AND datname = current_database()`.execute(db);
  return rows.length > 0;
}
