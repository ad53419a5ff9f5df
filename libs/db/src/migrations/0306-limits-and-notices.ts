import { type Kysely, sql } from 'kysely';

/** Budgets and refused addresses of keys, and how users are told that their balance runs low. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    ALTER TABLE tokens
      ADD deny_ips       text[] NOT NULL DEFAULT '{}',
      -- Shown to callers who reach a limit on the key's rate; empty: the usual words.
      ADD limit_message  text NOT NULL DEFAULT '',
      -- Quota per day and per month (UTC); 0 is no budget.
      ADD daily_budget   quota NOT NULL DEFAULT 0 CHECK (daily_budget >= 0),
      ADD monthly_budget quota NOT NULL DEFAULT 0 CHECK (monthly_budget >= 0),
      -- Spent by requests that began on the day (2026-11-21) and in the month (2026-11) named beside.
      ADD used_day       text NOT NULL DEFAULT '',
      ADD daily_used     quota NOT NULL DEFAULT 0,
      ADD used_month     text NOT NULL DEFAULT '',
      ADD monthly_used   quota NOT NULL DEFAULT 0;
    WITH consumed AS (
      SELECT charge.token_id, charge.created_at, -(charge.amount + coalesce(refund.amount, 0)) AS quota
      FROM journal AS charge LEFT JOIN journal AS refund ON refund.kind = 'refund' AND refund.reference = charge.reference
      WHERE charge.kind = 'consume' AND charge.created_at >= date_trunc('month', now(), 'UTC')
    ), spent AS (
      SELECT token_id, sum(quota) AS month_quota,
             coalesce(sum(quota) FILTER (WHERE created_at >= date_trunc('day', now(), 'UTC')), 0) AS day_quota
      FROM consumed GROUP BY token_id
    )
    UPDATE tokens
    SET used_day = to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD'), daily_used = day_quota,
        used_month = to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM'), monthly_used = month_quota
    FROM spent WHERE spent.token_id = tokens.id;
    -- What the narrowest limit leaves: the remainder that wallets have. LEAST passes over what is null.
    ALTER TABLE tokens ADD spendable bigint NOT NULL GENERATED ALWAYS AS (
      LEAST(
        CASE WHEN NOT unlimited_quota OR (daily_budget = 0 AND monthly_budget = 0) THEN remain_quota END,
        CASE WHEN daily_budget > 0 THEN daily_budget - daily_used END,
        CASE WHEN monthly_budget > 0 THEN monthly_budget - monthly_used END
      )
    ) STORED;
    CREATE INDEX tokens_budgets ON tokens (id) WHERE daily_budget > 0 OR monthly_budget > 0;

    ALTER TABLE users
      -- Null: as the option QuotaRemindThreshold says; 0: never.
      ADD quota_warning_threshold quota CHECK (quota_warning_threshold >= 0),
      ADD notify_email            boolean NOT NULL DEFAULT true,
      -- Empty: none.
      ADD notify_webhook          text NOT NULL DEFAULT '',
      -- Signs what the webhook is sent; sealed.
      ADD notify_secret           text NOT NULL DEFAULT '';

    CREATE TABLE quota_warnings (
      user_id   bigint PRIMARY KEY REFERENCES users (id),
      warned_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE TABLE webhook_deliveries (
      id         uuid PRIMARY KEY,
      user_id    bigint NOT NULL REFERENCES users (id),
      payload    text NOT NULL,
      attempts   smallint NOT NULL DEFAULT 0,
      due_at     timestamptz NOT NULL DEFAULT now(),
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due_at);
  `.execute(db);
}
