import { type Kysely, sql } from 'kysely';

/**
 * What the audit has read of the journal and of the roll-up from before a time: it need not read that again every minute. A row of token 0
 * stands for consumption without a key and says, even when there is none, up to when the user was read.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE audit_sums (
      user_id   bigint NOT NULL,
      token_id  bigint NOT NULL,
      before    timestamptz NOT NULL,
      amount    bigint NOT NULL,
      consumed  bigint NOT NULL,
      requests  bigint NOT NULL,
      rolled_up bigint NOT NULL,
      PRIMARY KEY (user_id, token_id)
    )
  `.execute(db);
}
