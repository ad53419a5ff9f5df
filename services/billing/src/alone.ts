import type { Database, Turn } from '@switchyard/db';
import { sql } from 'kysely';

/**
 * Does `work` unless another instance is doing it: it has the turn as long as its connection lives, so that a process that died
 * holds nobody up. `work` may use that connection, which is in no transaction.
 */
export async function alone(db: Database, turn: Turn, work: (connection: Database) => Promise<void>): Promise<void> {
  await db.connection().execute(async (connection) => {
    const { rows } = await sql<{ mine: boolean }>`SELECT pg_try_advisory_lock(${turn}) AS mine`.execute(connection);
    if (!rows[0]?.mine) return;
    try {
      await work(connection);
    } finally {
      await sql`SELECT pg_advisory_unlock(${turn})`.execute(connection);
    }
  });
}
