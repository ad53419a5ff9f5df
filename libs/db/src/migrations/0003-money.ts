import { type Kysely, sql } from 'kysely';

/**
 * The journal and what is derived from it in the same transaction: balances, usage log, hourly roll-up.
 * Every kind has a fixed contra account; the view `journal_entries` shows both legs.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE accounts (
      user_id       bigint PRIMARY KEY REFERENCES users (id),
      balance       quota NOT NULL DEFAULT 0,
      sequence      bigint NOT NULL DEFAULT 1,
      used_quota    quota NOT NULL DEFAULT 0,
      request_count bigint NOT NULL DEFAULT 0,
      frozen        boolean NOT NULL DEFAULT false,
      frozen_reason text NOT NULL DEFAULT '',
      changed_at    timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX accounts_changed ON accounts (changed_at);

    CREATE TYPE journal_kind AS ENUM ('consume', 'gift', 'topup', 'redeem', 'rebate', 'refund', 'adjust');

    CREATE TABLE journal (
      kind       journal_kind NOT NULL,
      reference  text NOT NULL,
      user_id    bigint NOT NULL REFERENCES accounts (user_id),
      token_id   bigint,
      amount     quota NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      note       text NOT NULL DEFAULT '',
      PRIMARY KEY (kind, reference),
      CHECK (CASE kind WHEN 'consume' THEN amount <= 0 WHEN 'adjust' THEN true ELSE amount >= 0 END)
    );
    CREATE INDEX journal_user ON journal (user_id, created_at);

    CREATE VIEW journal_entries AS
      SELECT kind, reference, created_at, 'user:' || user_id AS account, amount FROM journal
      UNION ALL
      SELECT kind, reference, created_at,
             CASE kind WHEN 'consume' THEN 'revenue' WHEN 'gift' THEN 'promotion' WHEN 'topup' THEN 'cash'
                       WHEN 'redeem' THEN 'vouchers' WHEN 'rebate' THEN 'promotion' WHEN 'refund' THEN 'revenue'
                       ELSE 'adjustments' END, -amount
      FROM journal;

    CREATE TABLE holds (
      id         text PRIMARY KEY,
      user_id    bigint NOT NULL,
      journaled  quota NOT NULL,
      changed_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX holds_changed ON holds (changed_at);

    CREATE TABLE usage_log (
      id                bigint GENERATED ALWAYS AS IDENTITY,
      created_at        timestamptz NOT NULL,
      type              smallint NOT NULL,
      user_id           bigint NOT NULL,
      username          text NOT NULL,
      token_id          bigint NOT NULL DEFAULT 0,
      token_name        text NOT NULL DEFAULT '',
      "group"           text NOT NULL DEFAULT '',
      model             text NOT NULL DEFAULT '',
      channel_id        bigint NOT NULL DEFAULT 0,
      quota             quota NOT NULL DEFAULT 0,
      prompt_tokens     bigint NOT NULL DEFAULT 0,
      completion_tokens bigint NOT NULL DEFAULT 0,
      duration_ms       bigint NOT NULL DEFAULT 0,
      first_byte_ms     bigint NOT NULL DEFAULT 0,
      stream            boolean NOT NULL DEFAULT false,
      status            smallint NOT NULL DEFAULT 0,
      request_id        text NOT NULL DEFAULT '',
      ip                text NOT NULL DEFAULT '',
      content           text NOT NULL DEFAULT '',
      other             jsonb NOT NULL DEFAULT '{}',
      PRIMARY KEY (created_at, id)
    ) PARTITION BY RANGE (created_at);
    CREATE INDEX usage_log_user ON usage_log (user_id, created_at DESC, id DESC);
    CREATE INDEX usage_log_model ON usage_log (model, created_at DESC);
    CREATE INDEX usage_log_channel ON usage_log (channel_id, created_at DESC);
    CREATE INDEX usage_log_request ON usage_log (request_id, created_at) WHERE request_id <> '';
    CREATE TABLE usage_log_default PARTITION OF usage_log DEFAULT;

    CREATE TABLE usage_hourly (
      hour              timestamptz NOT NULL,
      user_id           bigint NOT NULL,
      token_id          bigint NOT NULL,
      channel_id        bigint NOT NULL,
      model             text NOT NULL,
      "group"           text NOT NULL,
      requests          bigint NOT NULL DEFAULT 0,
      errors            bigint NOT NULL DEFAULT 0,
      quota             bigint NOT NULL DEFAULT 0,
      prompt_tokens     bigint NOT NULL DEFAULT 0,
      completion_tokens bigint NOT NULL DEFAULT 0,
      cached_tokens     bigint NOT NULL DEFAULT 0,
      duration_ms       bigint NOT NULL DEFAULT 0,
      first_byte_ms     bigint NOT NULL DEFAULT 0,
      PRIMARY KEY (hour, user_id, token_id, channel_id, model, "group")
    );
    CREATE INDEX usage_hourly_user ON usage_hourly (user_id, hour);

    CREATE TABLE dead_letters (
      id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      subject    text NOT NULL,
      payload    text NOT NULL,
      reason     text NOT NULL,
      user_id    bigint,
      created_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (subject, payload)
    );

    CREATE TABLE breaches (
      id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      invariant  text NOT NULL,
      user_id    bigint,
      detail     text NOT NULL,
      found_at   timestamptz NOT NULL DEFAULT now(),
      resolved_at timestamptz
    );
    CREATE UNIQUE INDEX breaches_open ON breaches (invariant, coalesce(user_id, 0)) WHERE resolved_at IS NULL;
  `.execute(db);
}
