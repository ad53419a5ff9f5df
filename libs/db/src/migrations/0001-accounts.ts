import { type Kysely, sql } from 'kysely';

/** Who may sign in, what they own, and the options of the installation. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE DOMAIN quota AS bigint CHECK (abs(VALUE) <= 1000000000000000);

    CREATE TABLE users (
      id                   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      username             text NOT NULL CHECK (length(username) BETWEEN 1 AND 64),
      display_name         text NOT NULL DEFAULT '',
      email                text,
      password_hash        text,
      must_change_password boolean NOT NULL DEFAULT false,
      role                 smallint NOT NULL DEFAULT 1 CHECK (role IN (1, 10, 100)),
      status               smallint NOT NULL DEFAULT 1,
      "group"              text NOT NULL DEFAULT 'default',
      rpm_limit            integer NOT NULL DEFAULT 0 CHECK (rpm_limit >= 0),
      tpm_limit            integer NOT NULL DEFAULT 0 CHECK (tpm_limit >= 0),
      concurrency_limit    integer NOT NULL DEFAULT 0 CHECK (concurrency_limit >= 0),
      created_at           timestamptz NOT NULL DEFAULT now(),
      deleted_at           timestamptz
    );
    CREATE UNIQUE INDEX users_username ON users (lower(username));
    CREATE UNIQUE INDEX users_email ON users (email) WHERE email IS NOT NULL AND deleted_at IS NULL;

    CREATE TABLE sessions (
      id_hash      bytea PRIMARY KEY,
      user_id      bigint NOT NULL REFERENCES users (id),
      created_at   timestamptz NOT NULL DEFAULT now(),
      last_seen_at timestamptz NOT NULL DEFAULT now(),
      ip           text NOT NULL DEFAULT '',
      user_agent   text NOT NULL DEFAULT '',
      method       text NOT NULL
    );
    CREATE INDEX sessions_user ON sessions (user_id);

    CREATE TABLE tokens (
      id                   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id              bigint NOT NULL REFERENCES users (id),
      key_hash             bytea NOT NULL UNIQUE,
      key_sealed           text NOT NULL,
      key_mask             text NOT NULL,
      name                 text NOT NULL,
      status               smallint NOT NULL DEFAULT 1 CHECK (status BETWEEN 1 AND 4),
      created_at           timestamptz NOT NULL DEFAULT now(),
      accessed_at          timestamptz,
      expires_at           timestamptz,
      remain_quota         quota NOT NULL DEFAULT 0,
      unlimited_quota      boolean NOT NULL DEFAULT false,
      used_quota           quota NOT NULL DEFAULT 0,
      sequence             bigint NOT NULL DEFAULT 1,
      model_limits_enabled boolean NOT NULL DEFAULT false,
      model_limits         text[] NOT NULL DEFAULT '{}',
      allow_ips            text[] NOT NULL DEFAULT '{}',
      "group"              text NOT NULL DEFAULT '',
      rpm_limit            integer NOT NULL DEFAULT 0 CHECK (rpm_limit >= 0),
      tpm_limit            integer NOT NULL DEFAULT 0 CHECK (tpm_limit >= 0),
      concurrency_limit    integer NOT NULL DEFAULT 0 CHECK (concurrency_limit >= 0),
      deleted_at           timestamptz
    );
    CREATE INDEX tokens_user ON tokens (user_id, id DESC) WHERE deleted_at IS NULL;

    CREATE TABLE options (
      key        text PRIMARY KEY,
      value      text NOT NULL,
      updated_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE price_cards (
      model      text PRIMARY KEY,
      card       jsonb NOT NULL,
      updated_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE outbox (
      id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      subject    text NOT NULL,
      payload    text NOT NULL DEFAULT '',
      created_at timestamptz NOT NULL DEFAULT now()
    );
  `.execute(db);
}
