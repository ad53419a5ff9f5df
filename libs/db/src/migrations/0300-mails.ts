import { type Kysely, sql } from 'kysely';

/** Mails that wait to be sent. Their content is sealed: it has codes and links. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE mails (
      id         uuid PRIMARY KEY,
      sealed     text NOT NULL,
      attempts   smallint NOT NULL DEFAULT 0,
      due_at     timestamptz NOT NULL DEFAULT now(),
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX mails_due ON mails (due_at);
  `.execute(db);
}
