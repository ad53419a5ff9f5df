import type { Database } from '@switchyard/db';
import { sql } from 'kysely';

const mailsPerBatch = 5;
/** Longer than a try can take. */
const tryMinutes = 5;
const firstPauseSeconds = 15;
const longestPauseSeconds = 3_600;

export interface QueuedMail {
  readonly id: string;
  readonly sealed: string;
  /** This one included. */
  readonly attempts: number;
}

/** Whether a mail is due, without which nothing else needs to be read. */
export async function isMailDue(db: Database): Promise<boolean> {
  const due = await db
    .selectFrom('mails')
    .select('id')
    .where('due_at', '<=', sql<Date>`now()`)
    .limit(1)
    .executeTakeFirst();
  return due !== undefined;
}

/** Takes mails that are due. Nobody else takes them while they are tried; those of a process that died come again after that. */
export async function claimMails(db: Database): Promise<QueuedMail[]> {
  const { rows } = await sql<QueuedMail>`
    UPDATE mails SET attempts = attempts + 1, due_at = now() + make_interval(mins => ${tryMinutes})
    WHERE id IN (
      SELECT id FROM mails WHERE due_at <= now() ORDER BY due_at LIMIT ${mailsPerBatch} FOR UPDATE SKIP LOCKED
    )
    RETURNING id, sealed, attempts
  `.execute(db);
  return rows;
}

/** The next try comes after 15, 30, 60 s and so on, at last every hour. */
export async function putOff(db: Database, { id, attempts }: QueuedMail): Promise<void> {
  const seconds = Math.min(firstPauseSeconds * 2 ** (attempts - 1), longestPauseSeconds);
  await db
    .updateTable('mails')
    .set({ due_at: sql`now() + make_interval(secs => ${seconds})` })
    .where('id', '=', id)
    .execute();
}

export async function dropMail(db: Database, id: string): Promise<void> {
  await db.deleteFrom('mails').where('id', '=', id).execute();
}

/** Removes mails that came to nothing in time, and answers them. */
export async function dropUselessMails(db: Database): Promise<Pick<QueuedMail, 'id' | 'attempts'>[]> {
  return db.deleteFrom('mails').where('give_up_at', '<=', sql<Date>`now()`).returning(['id', 'attempts']).execute();
}
