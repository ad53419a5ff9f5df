import type { Database } from '@switchyard/db';
import { sql } from 'kysely';

const mostRows = 10_000;

/** Figures of the books for a scrape: small tables, indexes and catalogues only. */
export interface BookFigures {
  readonly journalRows: number;
  readonly deadLetters: number;
  readonly breaches: number;
  readonly partitions: number;
  readonly daysAhead: number;
  readonly audits: readonly { readonly scope: string; readonly ageSeconds: number }[];
}

export async function readBooks(db: Database): Promise<BookFigures> {
  const [sums, audits] = await Promise.all([readSums(db), readAudits(db)]);
  return { ...sums, audits };
}

async function readSums(db: Database): Promise<Omit<BookFigures, 'audits'>> {
  const { rows } = await sql<Omit<BookFigures, 'audits'>>`
    WITH partitions AS (
      SELECT substring(relname from '^usage_log_(\\d{8})$') AS day
      FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
      WHERE inhparent = 'usage_log'::regclass
    )
    SELECT (SELECT n_tup_ins FROM pg_stat_user_tables WHERE relid = 'journal'::regclass) AS "journalRows",
           (SELECT count(*) FROM (SELECT FROM dead_letters WHERE dismissed_at IS NULL LIMIT ${mostRows}) AS letters)::int AS "deadLetters",
           (SELECT count(*) FROM breaches WHERE resolved_at IS NULL)::int AS breaches,
           (SELECT count(day) FROM partitions)::int AS partitions,
           (SELECT count(day) FROM partitions WHERE day > to_char(now() AT TIME ZONE 'UTC', 'YYYYMMDD'))::int AS "daysAhead"
  `.execute(db);
  return rows[0] as Omit<BookFigures, 'audits'>;
}

async function readAudits(db: Database): Promise<BookFigures['audits']> {
  const { rows } = await sql<{ scope: string; ageSeconds: number }>`
    SELECT scope, extract(epoch FROM now() - max(finished_at))::float8 AS "ageSeconds" FROM audit_runs GROUP BY scope
  `.execute(db);
  return rows;
}
