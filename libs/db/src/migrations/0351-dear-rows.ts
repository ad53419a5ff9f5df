import { type Kysely, sql } from 'kysely';

/**
 * The sum of all rows above a least quota is read from this index alone: of a month that may be a million rows. The smaller index by quota
 * stays for searches that combine it with another one.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`CREATE INDEX usage_log_dear ON usage_log (quota, created_at) INCLUDE (type)`.execute(db);
}
