import { type Kysely, sql } from 'kysely';

/** Lets a sign-in notice that the access of its user was taken or changed while it was under way. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- Grows whenever the sessions of the user are ended, in the same transaction.
    ALTER TABLE users ADD COLUMN access_version integer NOT NULL DEFAULT 0;
  `.execute(db);
}
