import { type Kysely, sql } from 'kysely';

/**
 * What the dashboard shows beyond sums: times of requests as counts in buckets, from which percentiles are read; failures
 * by cause; and what was charged at list prices, which a channel's cost ratio turns into what it cost. All of it is added
 * up by hour, in the transaction of the journal.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- The charge at group ratio 1. Hours from before know only what was charged.
    ALTER TABLE usage_hourly ADD COLUMN list_quota bigint NOT NULL DEFAULT 0;
    UPDATE usage_hourly SET list_quota = quota;

    -- What the operator pays for a channel, as a part of list prices.
    ALTER TABLE channels ADD COLUMN cost_ratio numeric(8, 4) NOT NULL DEFAULT 1 CHECK (cost_ratio BETWEEN 0 AND 1000);

    -- Finished requests without failure. Buckets: latency-buckets.ts.
    CREATE TABLE usage_latency (
      hour        timestamptz NOT NULL,
      user_id     bigint NOT NULL,
      channel_id  bigint NOT NULL,
      bucket      smallint NOT NULL,
      durations   bigint NOT NULL DEFAULT 0,
      first_bytes bigint NOT NULL DEFAULT 0,
      PRIMARY KEY (hour, user_id, channel_id, bucket)
    );
    CREATE INDEX usage_latency_user ON usage_latency (user_id, hour);

    CREATE TABLE usage_failures (
      hour        timestamptz NOT NULL,
      user_id     bigint NOT NULL,
      channel_id  bigint NOT NULL,
      cause       text NOT NULL,
      -- Requests that failed for their client.
      requests    bigint NOT NULL DEFAULT 0,
      -- Tries at this channel that failed by its fault, also of requests that another one then served.
      tries       bigint NOT NULL DEFAULT 0,
      last_try_at timestamptz,
      PRIMARY KEY (hour, user_id, channel_id, cause)
    );
    CREATE INDEX usage_failures_user ON usage_failures (user_id, hour);
  `.execute(db);
}
