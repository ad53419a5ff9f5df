import type { Database } from '@switchyard/db';
import { sql } from 'kysely';

/** Sessions end after 7 days without use, and after 30 days in any case. */
export async function cleanSessions(db: Database): Promise<void> {
  await sql`
    DELETE FROM sessions WHERE last_seen_at < now() - interval '7 days' OR created_at < now() - interval '30 days'
  `.execute(db);
}
