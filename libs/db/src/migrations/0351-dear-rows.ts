import { type Kysely, sql } from 'kysely';

/** The sum of all rows above a least quota is read from the index alone: of a month that may be a million rows. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    DROP INDEX usage_log_quota;
    CREATE INDEX usage_log_quota ON usage_log (quota, created_at) INCLUDE (type);
  `.execute(db);
}
