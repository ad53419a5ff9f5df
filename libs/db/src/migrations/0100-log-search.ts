import { type Kysely, sql } from 'kysely';

/** Indexes for what the console searches: the few log rows that are no consumption, and keys by name. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE INDEX usage_log_events ON usage_log (type, created_at DESC, id DESC) WHERE type <> 2;
    CREATE INDEX tokens_name ON tokens (name);
  `.execute(db);
}
