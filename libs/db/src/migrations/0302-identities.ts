import { type Kysely, sql } from 'kysely';

/** Accounts at other providers that vouch for a user, and the sign-ins under way there. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE identities (
      provider   text NOT NULL,
      -- What the provider never changes and never gives to somebody else.
      subject    text NOT NULL CHECK (subject <> ''),
      user_id    bigint NOT NULL REFERENCES users (id),
      -- As the provider called the account when it was bound; for people only.
      name       text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (provider, subject),
      UNIQUE (user_id, provider)
    );

    CREATE TABLE oauth_states (
      state_hash   bytea PRIMARY KEY,
      -- Of the browser's name or, where a user is bound, of the session.
      browser_hash bytea NOT NULL,
      -- Whom the identity is to be bound to; null: it signs in.
      user_id      bigint REFERENCES users (id),
      -- Null: the client did not say when it asked.
      provider     text,
      -- Of PKCE (RFC 7636).
      verifier     text,
      aff_code     text NOT NULL DEFAULT '',
      created_at   timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX oauth_states_browser ON oauth_states (browser_hash, created_at);
    CREATE INDEX oauth_states_created ON oauth_states (created_at);
  `.execute(db);
}
