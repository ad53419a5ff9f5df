import { type Kysely, sql } from 'kysely';

/** Upstream accounts, and which group may reach which model through them. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE channels (
      id                  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      type                integer NOT NULL,
      name                text NOT NULL,
      key_sealed          text NOT NULL,
      status              smallint NOT NULL DEFAULT 1 CHECK (status BETWEEN 1 AND 3),
      status_reason       text NOT NULL DEFAULT '',
      status_changed_at   timestamptz,
      base_url            text NOT NULL DEFAULT '',
      other               text NOT NULL DEFAULT '',
      organization        text NOT NULL DEFAULT '',
      models              text[] NOT NULL DEFAULT '{}',
      groups              text[] NOT NULL DEFAULT '{default}',
      model_mapping       jsonb NOT NULL DEFAULT '{}',
      status_code_mapping jsonb NOT NULL DEFAULT '{}',
      param_override      jsonb NOT NULL DEFAULT '{}',
      setting             jsonb NOT NULL DEFAULT '{}',
      priority            integer NOT NULL DEFAULT 0 CHECK (priority >= -999),
      weight              integer NOT NULL DEFAULT 0 CHECK (weight >= 0),
      tag                 text,
      auto_ban            boolean NOT NULL DEFAULT true,
      test_model          text NOT NULL DEFAULT '',
      created_at          timestamptz NOT NULL DEFAULT now(),
      tested_at           timestamptz,
      response_time_ms    integer NOT NULL DEFAULT 0,
      balance_usd         numeric(20, 6) NOT NULL DEFAULT 0,
      balance_updated_at  timestamptz,
      used_quota          quota NOT NULL DEFAULT 0
    );
    CREATE INDEX channels_order ON channels (priority DESC, id DESC);

    CREATE TABLE abilities (
      "group"    text NOT NULL,
      model      text NOT NULL,
      channel_id bigint NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
      enabled    boolean NOT NULL,
      priority   integer NOT NULL,
      weight     integer NOT NULL,
      PRIMARY KEY ("group", model, channel_id)
    );
    CREATE INDEX abilities_channel ON abilities (channel_id);
  `.execute(db);
}
