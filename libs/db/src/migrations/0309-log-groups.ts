import { type Kysely, sql } from 'kysely';

/**
 * Log rows of a group. Without the time: so few values are kept as lists of rows, which costs a fraction of another index, and
 * partitions are days already.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`CREATE INDEX usage_log_group ON usage_log ("group")`.execute(db);
}
