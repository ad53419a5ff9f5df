import { type Kysely, sql } from 'kysely';

/** Codes and links that prove an address, and who invited whom and earned what by it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- An address stands here only after its owner has proved it. The canonical form is one for all spellings of a mail box.
    ALTER TABLE users ADD email_canonical text;
    CREATE INDEX users_email_canonical ON users (email_canonical);

    -- The first six bytes of such a UUID are random: 48 bits, written in eight characters.
    ALTER TABLE users
      ADD aff_code         text NOT NULL UNIQUE
                           DEFAULT left(translate(encode(uuid_send(gen_random_uuid()), 'base64'), '+/', 'xy'), 8),
      ADD inviter_id       bigint REFERENCES users (id) CHECK (inviter_id <> id),
      -- They came from an address at which the inviter had a session: perhaps one person.
      ADD inviter_near     boolean NOT NULL DEFAULT false,
      -- The inviter has not had the fixed reward yet.
      ADD reward_due       boolean NOT NULL DEFAULT false,
      ADD aff_count        bigint NOT NULL DEFAULT 0,
      -- Sums of invite_earnings: what is left, and what was earned in all.
      ADD aff_quota        quota NOT NULL DEFAULT 0,
      ADD aff_history      quota NOT NULL DEFAULT 0,
      -- How much of this user's paid spending its inviter's rebate covers.
      ADD rebated_spending quota NOT NULL DEFAULT 0,
      ADD rebate_seen_at   timestamptz NOT NULL DEFAULT '-infinity';
    CREATE INDEX users_inviter ON users (inviter_id) WHERE inviter_id IS NOT NULL;
    CREATE INDEX users_reward_due ON users (id) WHERE reward_due;
    -- Credit is rare beside consumption.
    CREATE INDEX journal_credit ON journal (user_id, kind) WHERE kind NOT IN ('consume', 'refund');

    CREATE TABLE invite_earnings (
      kind       text NOT NULL CHECK (kind IN ('reward', 'rebate', 'reversal', 'transfer')),
      -- With the kind unique for ever: the same event earns once.
      reference  text NOT NULL,
      user_id    bigint NOT NULL REFERENCES users (id),
      -- By whom it was earned; null for transfers.
      invitee_id bigint REFERENCES users (id),
      amount     quota NOT NULL CHECK (CASE WHEN kind IN ('reward', 'rebate') THEN amount > 0 ELSE amount < 0 END),
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (kind, reference)
    );
    CREATE INDEX invite_earnings_user ON invite_earnings (user_id, created_at);
    CREATE INDEX invite_earnings_invitee ON invite_earnings (invitee_id);

    -- Hashes only: who reads this table can neither use a code nor a link.
    CREATE TABLE email_codes (
      -- HMAC of purpose, owner and address: one live code for each.
      subject_hash bytea PRIMARY KEY,
      code_hash    bytea NOT NULL,
      wrong_tries  smallint NOT NULL DEFAULT 0,
      expires_at   timestamptz NOT NULL
    );
    CREATE TABLE password_resets (
      token_hash bytea PRIMARY KEY,
      user_id    bigint NOT NULL UNIQUE REFERENCES users (id),
      expires_at timestamptz NOT NULL
    );

    -- A code that comes when it has expired is worse than none.
    ALTER TABLE mails ADD give_up_at timestamptz NOT NULL DEFAULT now() + interval '1 day';
  `.execute(db);
}
