import { type Kysely, sql } from 'kysely';

/** Indexes for lists that grow: log rows of a group, redemption codes by a part of their name. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- Without the time: so few values are kept as lists of rows, which costs a fraction of another index, and partitions are
    -- days already.
    CREATE INDEX usage_log_group ON usage_log ("group");
    CREATE INDEX redemptions_name ON redemptions USING gin (lower(name) gin_trgm_ops);
  `.execute(db);
}
