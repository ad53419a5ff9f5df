import { type Kysely, sql } from 'kysely';

/** What administrators decided about dead letters, and which hold each one would settle. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    ALTER TABLE dead_letters
      ADD COLUMN hold_id text,
      -- Billing is to book it again; empty once it has tried.
      ADD COLUMN asked_at timestamptz,
      ADD COLUMN dismissed_at timestamptz,
      ADD COLUMN dismissed_by bigint,
      ADD CONSTRAINT dead_letters_decided CHECK (asked_at IS NULL OR dismissed_at IS NULL);

    UPDATE dead_letters SET hold_id = substring(payload from '"holdId" *: *"([^"\\\\]{1,200})"');
    CREATE INDEX dead_letters_hold ON dead_letters (hold_id);
    CREATE INDEX dead_letters_asked ON dead_letters (asked_at) WHERE asked_at IS NOT NULL;
    DROP INDEX dead_letters_user;
  `.execute(db);
}
