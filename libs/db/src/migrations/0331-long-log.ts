import { type Kysely, sql } from 'kysely';

/** Indexes for searches of the log that read a month of it: rows of one key among those of its owner, and dear ones. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE INDEX usage_log_token ON usage_log (token_id, created_at DESC, id DESC) WHERE token_id <> 0;
    CREATE INDEX usage_log_quota ON usage_log (quota);
  `.execute(db);
}
