import { type Kysely, sql } from 'kysely';

/** Orders of credit, what processors told us about them, and money that went back. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE topup_orders (
      id                  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      -- What browsers know it by; the trade number is what processors know it by.
      public_id           uuid NOT NULL UNIQUE,
      trade_no            text NOT NULL UNIQUE CHECK (trade_no ~ '^[A-Za-z0-9]{16,32}$'),
      user_id             bigint NOT NULL REFERENCES accounts (user_id),
      processor           text NOT NULL,
      method              text NOT NULL DEFAULT '',
      -- False: made at a processor's test system. Such an order never earns credit at a live one, nor the reverse.
      live                boolean NOT NULL DEFAULT true,
      -- As agreed when the order was made. Credit follows these figures and nothing that a callback says.
      -- Decimal texts: they are multiplied as such, never as floats.
      amount_usd          text NOT NULL CHECK (amount_usd ~ '^[0-9]{1,12}([.][0-9]{1,8})?$'),
      rate                text NOT NULL CHECK (rate ~ '^[0-9]{1,12}([.][0-9]{1,8})?$'),
      ratio               text NOT NULL CHECK (ratio ~ '^[0-9]{1,12}([.][0-9]{1,12})?$'),
      currency            text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
      payable_minor       bigint NOT NULL CHECK (payable_minor > 0),
      quota               quota NOT NULL CHECK (quota > 0),
      state               text NOT NULL DEFAULT 'created' CHECK (state IN ('created', 'pending', 'confirming', 'underpaid',
                            'expired', 'failed', 'cancelled', 'credited', 'partially_refunded', 'refunded', 'disputed')),
      -- The processor's own id of the payment.
      processor_reference text,
      -- A client that repeats its request gets the same order.
      client_request_id   text,
      -- What checkout answered that the payer sees again: address, amount in coins, link.
      checkout            jsonb NOT NULL DEFAULT '{}',
      -- For people: late, overpaid, review, contradicted (by a call), dismissed, decided, partial.
      flags               text[] NOT NULL DEFAULT '{}',
      reason              text NOT NULL DEFAULT '',
      -- The reason that administrators were last written about.
      told_reason         text NOT NULL DEFAULT '',
      -- What arrived of an order that was not paid in full; null: nobody said.
      received_minor      bigint CHECK (received_minor >= 0),
      refunded_minor      bigint NOT NULL DEFAULT 0 CHECK (refunded_minor BETWEEN 0 AND payable_minor),
      refunded_quota      quota NOT NULL DEFAULT 0,
      queries             smallint NOT NULL DEFAULT 0,
      queried_at          timestamptz,
      created_at          timestamptz NOT NULL DEFAULT now(),
      expires_at          timestamptz NOT NULL,
      credited_at         timestamptz,
      updated_at          timestamptz NOT NULL DEFAULT now(),
      UNIQUE (processor, processor_reference),
      UNIQUE (user_id, client_request_id)
    );
    CREATE INDEX topup_orders_user ON topup_orders (user_id, created_at DESC, id DESC);
    CREATE INDEX topup_orders_list ON topup_orders (created_at DESC, id DESC);
    CREATE INDEX topup_orders_reference ON topup_orders (processor_reference) WHERE processor_reference IS NOT NULL;
    -- Those that wait for a person.
    CREATE INDEX topup_orders_review ON topup_orders (created_at DESC, id DESC)
      WHERE state = 'underpaid' OR flags @> '{review}';
    CREATE INDEX topup_orders_open ON topup_orders (created_at) WHERE state IN ('created', 'pending', 'confirming');

    -- Every call of a processor whose signature was right, as it came; calls that are the same to the byte are one row.
    CREATE TABLE payment_inbox (
      id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      processor   text NOT NULL,
      order_id    bigint REFERENCES topup_orders (id),
      digest      bytea NOT NULL,
      body        text NOT NULL,
      outcome     text NOT NULL DEFAULT '',
      times       integer NOT NULL DEFAULT 1,
      received_at timestamptz NOT NULL DEFAULT now(),
      -- When it was acknowledged; the same call again needs no more work.
      settled_at  timestamptz,
      UNIQUE (processor, digest)
    );
    CREATE INDEX payment_inbox_order ON payment_inbox (order_id);
    CREATE INDEX payment_inbox_received ON payment_inbox (received_at DESC);

    -- One transfer on a chain pays one order.
    CREATE TABLE chain_payments (
      network        text NOT NULL,
      transaction_id text NOT NULL,
      order_id       bigint NOT NULL REFERENCES topup_orders (id),
      PRIMARY KEY (network, transaction_id)
    );
    CREATE INDEX chain_payments_order ON chain_payments (order_id);

    CREATE TABLE payment_refunds (
      id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      order_id     bigint NOT NULL REFERENCES topup_orders (id),
      -- Unique for the order, so that a repeated wish refunds once.
      request_id   text NOT NULL,
      amount_minor bigint NOT NULL CHECK (amount_minor > 0),
      quota        quota NOT NULL CHECK (quota >= 0),
      kind         text NOT NULL CHECK (kind IN ('refund', 'chargeback')),
      reason       text NOT NULL,
      -- Booked before the processor is asked, so that the credit is not spent meanwhile. Refused: the booking was undone.
      state        text NOT NULL DEFAULT 'sent' CHECK (state IN ('asked', 'sent', 'refused')),
      -- Who asked for it; null: the processor told us.
      actor_id     bigint,
      created_at   timestamptz NOT NULL DEFAULT now(),
      UNIQUE (order_id, request_id)
    );
    CREATE INDEX payment_refunds_asked ON payment_refunds (created_at) WHERE state = 'asked';

    -- What was said between us and a processor, for administrators who look for a fault. Signatures are masked.
    CREATE TABLE processor_log (
      id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      processor  text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      content    text NOT NULL
    );
    CREATE INDEX processor_log_processor ON processor_log (processor, id DESC);

    -- Credit that was sold and is taken back. A new value of an enum has no use in the transaction that adds it, hence the casts.
    ALTER TYPE journal_kind ADD VALUE 'payback';
    ALTER TABLE journal DROP CONSTRAINT journal_check;
    ALTER TABLE journal ADD CONSTRAINT journal_sign CHECK (
      CASE WHEN kind::text IN ('consume', 'payback') THEN amount <= 0 WHEN kind::text = 'adjust' THEN true ELSE amount >= 0 END
    );
    CREATE OR REPLACE VIEW journal_entries AS
      SELECT kind, reference, created_at, 'user:' || user_id AS account, amount FROM journal
      UNION ALL
      SELECT kind, reference, created_at,
             CASE kind::text WHEN 'consume' THEN 'revenue' WHEN 'gift' THEN 'promotion' WHEN 'topup' THEN 'cash'
                             WHEN 'payback' THEN 'cash' WHEN 'redeem' THEN 'vouchers' WHEN 'rebate' THEN 'promotion'
                             WHEN 'refund' THEN 'revenue' ELSE 'adjustments' END, -amount
      FROM journal;
  `.execute(db);
}
