import { type Kysely, sql } from 'kysely';

/**
 * Work that outlives its request: pictures, songs and videos. A row is written with the charge for it, and when the task
 * ends without a result the charge is given back in the transaction that ends it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE tasks (
      id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      -- The request that was charged for it, and the reference of the refund.
      request_id   text NOT NULL UNIQUE,
      platform     text NOT NULL,
      -- The upstream's; two upstreams may give the same one.
      task_id      text NOT NULL,
      user_id      bigint NOT NULL REFERENCES accounts (user_id),
      token_id     bigint NOT NULL,
      channel_id   bigint NOT NULL,
      "group"      text NOT NULL,
      model        text NOT NULL,
      action       text NOT NULL,
      quota        quota NOT NULL,
      -- What the charge was made of (PriceReceipt and UsageTokens), to price the task again when it has ended.
      receipt      jsonb,
      usage        jsonb NOT NULL,
      status       text NOT NULL,
      progress     text NOT NULL DEFAULT '0%',
      fail_reason  text NOT NULL DEFAULT '',
      prompt       text NOT NULL DEFAULT '',
      data         jsonb NOT NULL DEFAULT '{}',
      notify_hook  text NOT NULL DEFAULT '',
      submitted_at timestamptz NOT NULL,
      started_at   timestamptz,
      finished_at  timestamptz,
      polled_at    timestamptz NOT NULL DEFAULT now(),
      created_at   timestamptz NOT NULL DEFAULT now(),
      updated_at   timestamptz NOT NULL DEFAULT now()
    );
    -- Drawings have a list of their own, all others share one.
    CREATE INDEX tasks_drawings ON tasks (submitted_at DESC, id DESC) WHERE platform = 'midjourney';
    CREATE INDEX tasks_others ON tasks (submitted_at DESC, id DESC) WHERE platform <> 'midjourney';
    CREATE INDEX tasks_user_drawings ON tasks (user_id, submitted_at DESC, id DESC) WHERE platform = 'midjourney';
    CREATE INDEX tasks_user_others ON tasks (user_id, submitted_at DESC, id DESC) WHERE platform <> 'midjourney';
    CREATE INDEX tasks_task ON tasks (task_id, user_id);
    CREATE INDEX tasks_channel ON tasks (channel_id, submitted_at DESC);
    CREATE INDEX tasks_unfinished ON tasks (polled_at) WHERE status NOT IN ('SUCCESS', 'FAILURE', 'CANCEL');
  `.execute(db);
}
