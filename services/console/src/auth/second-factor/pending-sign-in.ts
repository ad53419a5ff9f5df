import { randomBytes } from 'node:crypto';
import type { Database, Schema } from '@switchyard/db';
import { type Kysely, sql } from 'kysely';
import { hashSecret } from '../secret-hash.ts';
import { type Entrant, holdAccess } from '../sessions/sessions.ts';

/** How long a right first factor waits for the second. */
export const pendingLifeSeconds = 300;
const life = sql`make_interval(secs => ${sql.lit(pendingLifeSeconds)})`;

export interface PendingSignIn extends Entrant {
  /** The first factor. */
  readonly method: string;
}

/**
 * Notes a right first factor and answers the id to finish with: no session, and worth nothing else. Sweeps expired ones. undefined
 * when the user's access has changed since.
 */
export async function openPendingSignIn(db: Database, pending: PendingSignIn): Promise<string | undefined> {
  const id = randomBytes(32).toString('base64url');
  await db.deleteFrom('pending_sign_ins').where(sql<boolean>`created_at < now() - ${life}`).execute();
  return db.transaction().execute(async (trx) => {
    if (!(await holdAccess(trx, pending))) return undefined;
    await trx
      .insertInto('pending_sign_ins')
      .values({ id_hash: hashSecret(id), user_id: pending.userId, method: pending.method })
      .execute();
    return id;
  });
}

/** With the access of the user, whose end would have ended it. */
export async function findPendingSignIn(db: Database, id: string): Promise<PendingSignIn | undefined> {
  const row = await db
    .selectFrom('pending_sign_ins')
    .innerJoin('users', 'users.id', 'pending_sign_ins.user_id')
    .select(['user_id', 'method', 'access_version'])
    .where('id_hash', '=', hashSecret(id))
    .where(sql<boolean>`pending_sign_ins.created_at > now() - ${life}`)
    .executeTakeFirst();
  return row && { userId: row.user_id, accessVersion: row.access_version, method: row.method };
}

/** Answers false when another call has finished or ended it meanwhile. */
export async function closePendingSignIn(db: Kysely<Schema>, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('pending_sign_ins')
    .where('id_hash', '=', hashSecret(id))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
