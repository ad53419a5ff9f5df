import { randomBytes } from 'node:crypto';
import type { Database, Schema } from '@switchyard/db';
import { type Kysely, sql } from 'kysely';
import { hashSecret } from '../secret-hash.ts';

/** How long a right first factor waits for the second. */
export const pendingLifeSeconds = 300;
const life = sql`make_interval(secs => ${sql.lit(pendingLifeSeconds)})`;

export interface PendingSignIn {
  readonly userId: number;
  /** The first factor. */
  readonly method: string;
}

/** Notes a right first factor and answers the id to finish with: no session, and worth nothing else. Sweeps expired ones. */
export async function openPendingSignIn(db: Database, { userId, method }: PendingSignIn): Promise<string> {
  const id = randomBytes(32).toString('base64url');
  await db.deleteFrom('pending_sign_ins').where(sql<boolean>`created_at < now() - ${life}`).execute();
  await db
    .insertInto('pending_sign_ins')
    .values({ id_hash: hashSecret(id), user_id: userId, method })
    .execute();
  return id;
}

export async function findPendingSignIn(db: Database, id: string): Promise<PendingSignIn | undefined> {
  const row = await db
    .selectFrom('pending_sign_ins')
    .select(['user_id', 'method'])
    .where('id_hash', '=', hashSecret(id))
    .where(sql<boolean>`created_at > now() - ${life}`)
    .executeTakeFirst();
  return row && { userId: row.user_id, method: row.method };
}

/** Answers false when another call has finished or ended it meanwhile. */
export async function closePendingSignIn(db: Kysely<Schema>, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('pending_sign_ins')
    .where('id_hash', '=', hashSecret(id))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
