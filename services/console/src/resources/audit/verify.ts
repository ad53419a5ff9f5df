import type { Database } from '@switchyard/db';
import { sql } from 'kysely';

export interface Verdict {
  readonly entries: number;
  /** 0 when every link holds. */
  readonly firstBroken: number;
  readonly head: Buffer | null;
}

/**
 * Computes every hash of the audit log again. What only the database's owner could do, to take off its last entries
 * together with their links, shows in the head alone.
 */
export async function verifyAudit(db: Database): Promise<Verdict> {
  const { rows } = await sql<Verdict>`
    WITH link AS (
      SELECT coalesce(entry_id, entry.id) AS id, position, hash,
             position IS NOT NULL AND entry.id IS NOT NULL
               AND hash = audit_hash(coalesce(lag(hash) OVER chain, ''), entry) AS holds
      FROM audit_log AS entry FULL JOIN audit_chain ON entry_id = entry.id
      WINDOW chain AS (ORDER BY position)
    )
    SELECT count(*) AS entries, coalesce(min(id) FILTER (WHERE NOT holds), 0) AS "firstBroken",
           (SELECT hash FROM audit_chain ORDER BY position DESC LIMIT 1) AS head
    FROM link`.execute(db);
  return rows[0] as Verdict;
}
