import { type Kysely, sql } from 'kysely';

/**
 * When a charge was written whose request had begun long before: sums of the journal up to a time can then be carried on from minute to minute
 * without missing it. All others are written soon after `created_at`, which says it for them.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    ALTER TABLE journal ADD COLUMN late_at timestamptz;
    CREATE INDEX journal_late ON journal (user_id, late_at) WHERE late_at IS NOT NULL;
  `.execute(db);
}
