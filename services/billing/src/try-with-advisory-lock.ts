import type { AdvisoryLock, Database } from '@switchyard/db';
import { sql } from 'kysely';

/**
 * Does `work` unless another instance holds the lock: it is held as long as its connection lives, so that a process that died
 * holds nobody up. `work` may use that connection, which is in no transaction.
 */
export async function tryWithAdvisoryLock(
  db: Database,
  lock: AdvisoryLock,
  work: (connection: Database) => Promise<void>,
): Promise<void> {
  await db.connection().execute(async (connection) => {
    const { rows } = await sql<{ acquired: boolean }>`SELECT pg_try_advisory_lock(${lock}) AS acquired`.execute(
      connection,
    );
    if (!rows[0]?.acquired) return;
    try {
      await work(connection);
    } finally {
      await sql`SELECT pg_advisory_unlock(${lock})`.execute(connection);
    }
  });
}
