import type { Database } from '@switchyard/db';
import { sql } from 'kysely';

/**
 * Which of the holds are named by a dead letter that waits for administrators: what it would settle stays held. Also for two hours after
 * they have dismissed it: until then the job `free-lost-holds` has ended the hold.
 */
export async function holdsOfLetters(db: Database, holdIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (holdIds.length === 0) return new Set();
  const { rows } = await sql<{ hold_id: string }>`
    SELECT DISTINCT hold_id FROM dead_letters
    WHERE hold_id = ANY(${holdIds}::text[]) AND coalesce(dismissed_at > now() - interval '2 hours', true)
  `.execute(db);
  return new Set(rows.map((row) => row.hold_id));
}
