import type { Database } from '@switchyard/db';
import { sql } from 'kysely';

/** A relay gives back what it holds once a key is idle, so no wallet knows a hold this old. */
export async function cleanHolds(db: Database): Promise<void> {
  await sql`DELETE FROM holds WHERE changed_at < now() - interval '2 days'`.execute(db);
}
