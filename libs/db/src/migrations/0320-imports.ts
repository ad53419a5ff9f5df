import { type Kysely, sql } from 'kysely';

/** Installations of other gateways that moved in, and which of their rows became which of ours. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE imports (
      source      text PRIMARY KEY,
      -- A hash over its first user: tells two installations of one kind apart.
      mark        bytea NOT NULL,
      started_at  timestamptz NOT NULL DEFAULT now(),
      -- The last row of its log that was carried.
      log_id      bigint NOT NULL DEFAULT 0,
      finished_at timestamptz
    );
    CREATE TABLE import_rows (
      source     text NOT NULL REFERENCES imports (source),
      kind       text NOT NULL,
      source_key text NOT NULL,
      target_id  bigint NOT NULL,
      PRIMARY KEY (source, kind, source_key)
    );
    -- Requests from before an account moved in that have no consume row of their own.
    ALTER TABLE accounts ADD brought_requests bigint NOT NULL DEFAULT 0;
  `.execute(db);
}
