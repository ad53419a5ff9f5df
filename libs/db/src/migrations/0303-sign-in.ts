import { type Kysely, sql } from 'kysely';

/** Sessions that people can tell apart, second factors, passkeys, system access tokens, and the search for users. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    ALTER TABLE users
      ADD COLUMN language       text NOT NULL DEFAULT '',
      -- What passkeys know the user by: random, so that it tells nothing (WebAuthn, section 14.6.1).
      ADD COLUMN passkey_handle bytea UNIQUE;

    ALTER TABLE sessions
      -- For lists; it opens nothing.
      ADD COLUMN id               uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
      -- When its user last showed who they are.
      ADD COLUMN authenticated_at timestamptz NOT NULL DEFAULT now(),
      ADD COLUMN second_factor_at timestamptz;
    UPDATE sessions SET authenticated_at = created_at;

    -- First factors that were right, waiting for the second.
    CREATE TABLE pending_sign_ins (
      id_hash    bytea PRIMARY KEY,
      user_id    bigint NOT NULL REFERENCES users (id),
      method     text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX pending_sign_ins_user ON pending_sign_ins (user_id);
    CREATE INDEX pending_sign_ins_created ON pending_sign_ins (created_at);

    CREATE TABLE access_tokens (
      user_id    bigint PRIMARY KEY REFERENCES users (id),
      token_hash bytea NOT NULL UNIQUE,
      created_at timestamptz NOT NULL DEFAULT now(),
      used_at    timestamptz
    );

    CREATE TABLE totp_secrets (
      user_id       bigint PRIMARY KEY REFERENCES users (id),
      secret_sealed text NOT NULL,
      -- Null: not yet shown to work, so not asked for.
      enabled_at    timestamptz,
      -- The time step of the last code that was accepted; it and earlier ones are refused.
      last_step     bigint NOT NULL DEFAULT 0
    );
    CREATE TABLE backup_codes (
      user_id   bigint NOT NULL REFERENCES users (id),
      code_hash bytea NOT NULL,
      PRIMARY KEY (user_id, code_hash)
    );

    CREATE TABLE passkeys (
      id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id       bigint NOT NULL REFERENCES users (id),
      credential_id text NOT NULL UNIQUE,
      public_key    bytea NOT NULL,
      counter       bigint NOT NULL,
      transports    text[] NOT NULL,
      name          text NOT NULL,
      -- Kept by a provider on several devices.
      synced        boolean NOT NULL,
      created_at    timestamptz NOT NULL DEFAULT now(),
      used_at       timestamptz
    );
    CREATE INDEX passkeys_user ON passkeys (user_id, id);
    CREATE TABLE passkey_challenges (
      -- Hash of the cookie of who asked.
      holder     bytea NOT NULL,
      purpose    text NOT NULL,
      challenge  text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (holder, purpose)
    );
    CREATE INDEX passkey_challenges_created ON passkey_challenges (created_at);

    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX users_search ON users
      USING gin (lower(username || chr(10) || display_name || chr(10) || coalesce(email, '')) gin_trgm_ops);
    CREATE INDEX users_group ON users ("group");
  `.execute(db);
}
