import { type Kysely, sql } from 'kysely';

/** Money beyond what an order's credit was paid with, which can go back too; and what came with a processor's call beside its body. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    ALTER TABLE topup_orders
      ADD COLUMN surplus_minor bigint NOT NULL DEFAULT 0 CHECK (surplus_minor >= 0),
      DROP CONSTRAINT topup_orders_check,
      ADD CONSTRAINT topup_orders_refunded CHECK (refunded_minor BETWEEN 0 AND payable_minor + surplus_minor);

    ALTER TABLE payment_inbox
      ADD COLUMN says_paid boolean NOT NULL DEFAULT false,
      -- Those of the signature and its time, never cookies or keys.
      ADD COLUMN headers jsonb NOT NULL DEFAULT '{}',
      ADD COLUMN sender text NOT NULL DEFAULT '';
  `.execute(db);
}
