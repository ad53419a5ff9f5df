import { type Kysely, sql } from 'kysely';

/** Refunds about which a person decides, a field of channels that clients send, and the order in which the books list what went wrong. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- Unanswered: nobody asks again, and root says whether the money went out.
    ALTER TABLE payment_refunds
      DROP CONSTRAINT payment_refunds_state_check,
      ADD CONSTRAINT payment_refunds_state CHECK (state IN ('asked', 'unanswered', 'sent', 'refused')),
      ADD COLUMN repeated_at timestamptz;

    ALTER TABLE channels ADD COLUMN max_input_tokens integer NOT NULL DEFAULT 0 CHECK (max_input_tokens >= 0);

    CREATE INDEX breaches_list ON breaches ((resolved_at IS NULL) DESC, id DESC);
    CREATE INDEX dead_letters_list ON dead_letters ((dismissed_at IS NULL) DESC, id DESC);
  `.execute(db);
}
