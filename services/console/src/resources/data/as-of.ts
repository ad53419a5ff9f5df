import type { Database } from '@switchyard/db';
import { sql } from 'kysely';

/** Up to when a database knows everything, in unix milliseconds; a replica is some time behind. */
export async function readAsOf(db: Database): Promise<number> {
  const { rows } = await sql<{ at: Date }>`
    SELECT CASE WHEN pg_is_in_recovery() AND pg_last_wal_receive_lsn() IS DISTINCT FROM pg_last_wal_replay_lsn()
           THEN pg_last_xact_replay_timestamp() ELSE now() END AS at`.execute(db);
  return rows[0]?.at.getTime() ?? Date.now();
}
