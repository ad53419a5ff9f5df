import type { Database } from '@switchyard/db';
import { sql } from 'kysely';

const mostRows = 10_000;

/** How far billing is behind with announcing changes. Rows beyond ten thousand are not counted. */
export async function readOutbox(db: Database): Promise<{ readonly rows: number; readonly oldestSeconds: number }> {
  const { rows } = await sql<{ rows: number; oldest: number }>`
    SELECT count(*)::int AS rows, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS oldest
    FROM (SELECT created_at FROM outbox ORDER BY id LIMIT ${mostRows}) AS waiting
  `.execute(db);
  return { rows: rows[0]?.rows ?? 0, oldestSeconds: rows[0]?.oldest ?? 0 };
}
