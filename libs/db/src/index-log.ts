import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * What administrators alone search all rows of a day by. Channels are not among them: of many, Postgres cannot tell which one has no rows in a
 * day, and would look for it row by row. The group goes without the time: so few values are kept as lists of rows.
 */
const searches: Readonly<Record<string, RawBuilder<unknown>>> = {
  model: sql`(model, created_at DESC)`,
  group: sql`("group")`,
  // A month of it may be a million rows: their sum is read from here alone.
  dear: sql`(quota, created_at) INCLUDE (type)`,
};

/**
 * Gives the partitions of the log that end by `end` their indexes for searches, the newest first; whoever writes there goes on. What a build
 * that was killed left behind is built again. `connection` is a single one outside a transaction, whose statements may take as long as they
 * need; two at once would get into each other's way.
 */
export async function indexLog(connection: Database, end: Date): Promise<void> {
  const { rows } = await sql<{ partition: string; search: string; index: string; begun: boolean }>`
    SELECT leaf.relname AS partition, search, leaf.relname || '_' || search AS index, indexrelid IS NOT NULL AS begun
    FROM pg_inherits JOIN pg_class AS leaf ON leaf.oid = inhrelid
    CROSS JOIN unnest(${Object.keys(searches)}::text[]) AS search
    LEFT JOIN pg_index ON indexrelid = to_regclass(leaf.relname || '_' || search)
    WHERE inhparent = 'usage_log'::regclass AND indisvalid IS NOT TRUE
      AND substring(pg_get_expr(relpartbound, leaf.oid) from 'TO \\(''([^'']+)''\\)')::timestamptz <= ${end}
    ORDER BY leaf.relname DESC, search`.execute(connection);
  for (const { partition, search, index, begun } of rows) {
    if (begun) await sql`DROP INDEX CONCURRENTLY ${sql.ref(index)}`.execute(connection);
    await sql`
      CREATE INDEX CONCURRENTLY ${sql.ref(index)} ON ${sql.table(partition)} ${searches[search]}`.execute(connection);
  }
}
