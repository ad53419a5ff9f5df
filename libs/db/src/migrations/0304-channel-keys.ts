import { type Kysely, sql } from 'kysely';

/** Several keys in one channel, channels found by key or tag, balances in their own currency, and runs over all channels. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    ALTER TABLE channels
      ADD COLUMN key_hash         bytea,
      ADD COLUMN key_mode         text NOT NULL DEFAULT 'single' CHECK (key_mode IN ('single', 'random', 'round_robin')),
      ADD COLUMN balance_currency text NOT NULL DEFAULT 'USD';
    ALTER TABLE channels RENAME COLUMN balance_usd TO balance;
    CREATE INDEX channels_key ON channels (key_hash) WHERE key_hash IS NOT NULL;
    CREATE INDEX channels_tag ON channels (tag) WHERE tag IS NOT NULL;

    CREATE TABLE channel_keys (
      id                bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      channel_id        bigint NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
      key_sealed        text NOT NULL,
      key_hash          bytea NOT NULL,
      key_mask          text NOT NULL,
      status            smallint NOT NULL DEFAULT 1 CHECK (status BETWEEN 1 AND 3),
      status_reason     text NOT NULL DEFAULT '',
      status_changed_at timestamptz,
      created_at        timestamptz NOT NULL DEFAULT now(),
      UNIQUE (channel_id, key_hash)
    );
    CREATE INDEX channel_keys_key ON channel_keys (key_hash);

    ALTER TABLE tasks ADD COLUMN key_id bigint;

    CREATE TABLE channel_runs (
      id                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind               text NOT NULL CHECK (kind IN ('test', 'recovery', 'balance')),
      total              integer NOT NULL,
      done               integer NOT NULL DEFAULT 0,
      failed             integer NOT NULL DEFAULT 0,
      last_channel_id    bigint NOT NULL DEFAULT 0,
      current_channel_id bigint,
      held_until         timestamptz NOT NULL DEFAULT now(),
      started_at         timestamptz NOT NULL DEFAULT now(),
      finished_at        timestamptz
    );
    CREATE UNIQUE INDEX channel_runs_open ON channel_runs (kind) WHERE finished_at IS NULL;
  `.execute(db);
}
