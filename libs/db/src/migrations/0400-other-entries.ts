import { type Kysely, sql } from 'kysely';

/** What changed a balance and was no request: such rows are few among all of a user's, and are looked for each minute. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`CREATE INDEX journal_other ON journal (user_id, created_at) WHERE kind <> 'consume'`.execute(db);
}
