import { type Kysely, sql } from 'kysely';

/** What the books need beside the money tables: parked events of any length, audit runs, and how far logs were cleaned. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- An index entry holds at most 2,704 bytes, an event may be longer.
    ALTER TABLE dead_letters DROP CONSTRAINT dead_letters_subject_payload_key;
    CREATE UNIQUE INDEX dead_letters_once ON dead_letters (subject, md5(payload));
    CREATE INDEX dead_letters_user ON dead_letters (user_id);

    CREATE TABLE audit_runs (
      id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      scope       text NOT NULL CHECK (scope IN ('touched', 'all')),
      started_at  timestamptz NOT NULL,
      finished_at timestamptz NOT NULL DEFAULT now(),
      users       bigint NOT NULL,
      breaches    bigint NOT NULL
    );
    CREATE INDEX audit_runs_scope ON audit_runs (scope, started_at DESC);

    -- Log rows of requests before this time may be gone; whoever removes them raises it in the same transaction.
    CREATE TABLE usage_log_horizon (
      single         boolean PRIMARY KEY DEFAULT true CHECK (single),
      cleaned_before timestamptz NOT NULL DEFAULT '-infinity'
    );
    INSERT INTO usage_log_horizon DEFAULT VALUES;
  `.execute(db);
}
