import { createHash, createHmac, randomBytes } from 'node:crypto';
import { constantTimeEqual } from '@switchyard/crypto';
import type { Database, Schema } from '@switchyard/db';
import { type Kysely, sql, type Transaction } from 'kysely';
import { adminRole } from './roles.ts';

/** A session ends 30 days after sign-in, or after 7 days without use (administrators: 12 hours). */
export const absoluteLifeSeconds = 30 * 86_400;
const idleLife = sql`CASE WHEN users.role >= ${sql.lit(adminRole)} THEN interval '12 hours' ELSE interval '7 days' END`;
const absoluteLife = sql`make_interval(secs => ${sql.lit(absoluteLifeSeconds)})`;

export interface SignedIn {
  readonly id: number;
  readonly username: string;
  readonly role: number;
  readonly group: string;
  /** Of the session in use; sign-out and password change name it. */
  readonly sessionHash: Buffer;
}

export interface NewSession {
  readonly userId: number;
  readonly ip: string;
  readonly userAgent: string;
  readonly method: 'password';
}

/** Opens a session and answers its id, the only credential; the database keeps its hash. Sweeps the user's expired ones. */
export async function openSession(trx: Transaction<Schema>, session: NewSession): Promise<string> {
  const sid = randomBytes(32).toString('base64url');
  await trx
    .deleteFrom('sessions')
    .where('user_id', '=', session.userId)
    .where(sql<boolean>`created_at < now() - ${absoluteLife}`)
    .execute();
  await trx
    .insertInto('sessions')
    .values({
      id_hash: hashSid(sid),
      user_id: session.userId,
      ip: session.ip,
      user_agent: session.userAgent.slice(0, 300),
      method: session.method,
    })
    .execute();
  return sid;
}

/**
 * The user of a live session, as the database knows them now: a disabled or deleted user has none. Notes the use, at
 * most once a minute.
 */
export async function findSession(db: Database, sid: string): Promise<SignedIn | undefined> {
  const sessionHash = hashSid(sid);
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.username', 'users.role', 'users.group'])
    .select(sql<boolean>`sessions.last_seen_at < now() - interval '1 minute'`.as('stale'))
    .where('sessions.id_hash', '=', sessionHash)
    .where('users.status', '=', 1)
    .where('users.deleted_at', 'is', null)
    .where(sql<boolean>`sessions.created_at > now() - ${absoluteLife}`)
    .where(sql<boolean>`sessions.last_seen_at > now() - ${idleLife}`)
    .executeTakeFirst();
  if (!row) return undefined;
  const { stale, ...user } = row;
  if (stale) {
    await db.updateTable('sessions').set({ last_seen_at: sql`now()` }).where('id_hash', '=', sessionHash).execute();
  }
  return { ...user, sessionHash };
}

export async function closeSession(db: Database, sid: string): Promise<void> {
  await db.deleteFrom('sessions').where('id_hash', '=', hashSid(sid)).execute();
}

/** Ends every session of a user, for example after a password change. */
export async function closeSessionsOf(db: Kysely<Schema>, userId: number): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

/** The readable value that shows a request comes from our own page. Useless without the session cookie. */
export function echoOf(sessionKey: Uint8Array, sid: string): string {
  return `ct_${createHmac('sha256', sessionKey).update(hashSid(sid)).digest('base64url')}`;
}

export function isEchoOf(sessionKey: Uint8Array, sid: string, candidate: string): boolean {
  return constantTimeEqual(echoOf(sessionKey, sid), candidate);
}

function hashSid(sid: string): Buffer {
  return createHash('sha256').update(sid).digest();
}
