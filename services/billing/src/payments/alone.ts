import type { Database } from '@switchyard/db';
import { sql } from 'kysely';

/**
 * Does `work` unless another instance is doing it: it has the turn as long as its connection lives, so that a process that died
 * holds nobody up. `turn` is any number of one's own.
 */
export async function alone(db: Database, turn: number, work: () => Promise<void>): Promise<void> {
  await db.connection().execute(async (connection) => {
    const { rows } = await sql<{ mine: boolean }>`SELECT pg_try_advisory_lock(${turn}) AS mine`.execute(connection);
    if (!rows[0]?.mine) return;
    try {
      await work();
    } finally {
      await sql`SELECT pg_advisory_unlock(${turn})`.execute(connection);
    }
  });
}
