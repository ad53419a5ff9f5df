import { type Kysely, sql } from 'kysely';

/** Codes that are worth quota once. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE redemptions (
      id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      -- A code is found by its hash and shown from what is sealed.
      code_hash    bytea NOT NULL UNIQUE,
      code_sealed  text NOT NULL,
      name         text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 20),
      quota        quota NOT NULL CHECK (quota > 0),
      -- 1 unused, 2 disabled, 3 used.
      status       smallint NOT NULL DEFAULT 1 CHECK (status IN (1, 2, 3)),
      created_at   timestamptz NOT NULL DEFAULT now(),
      created_by   bigint NOT NULL,
      expires_at   timestamptz,
      used_at      timestamptz,
      used_user_id bigint REFERENCES accounts (user_id),
      deleted_at   timestamptz,
      CHECK ((status = 3) = (used_user_id IS NOT NULL)),
      CHECK ((status = 3) = (used_at IS NOT NULL))
    );
    CREATE INDEX redemptions_list ON redemptions (id DESC) WHERE deleted_at IS NULL;
    CREATE INDEX redemptions_used ON redemptions (used_user_id) WHERE used_user_id IS NOT NULL;
  `.execute(db);
}
