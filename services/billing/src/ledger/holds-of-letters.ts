import type { Database } from '@switchyard/db';
import { sql } from 'kysely';

/**
 * Which of the holds are named by dead letters: with when the last was dismissed, or null while one waits for administrators. Those that an
 * older billing parks while it is replaced name theirs in the payload alone.
 */
export async function holdsOfLetters(
  db: Database,
  holdIds: readonly string[],
): Promise<ReadonlyMap<string, Date | null>> {
  if (holdIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; dismissed_at: Date | null }>`
    SELECT id, CASE WHEN count(*) = count(dismissed_at) THEN max(dismissed_at) END AS dismissed_at
    FROM (
      SELECT hold_id AS id, dismissed_at FROM dead_letters WHERE hold_id = ANY(${holdIds}::text[])
      UNION ALL
      SELECT substring(payload from '"holdId" *: *"([^"\\\\]{1,200})"'), dismissed_at FROM dead_letters WHERE hold_id IS NULL
    ) AS letter
    WHERE id = ANY(${holdIds}::text[])
    GROUP BY id
  `.execute(db);
  return new Map(rows.map(({ id, dismissed_at }) => [id, dismissed_at]));
}
