import { createHmac, randomBytes } from 'node:crypto';
import { constantTimeEqual } from '@switchyard/crypto';
import type { Database, Schema } from '@switchyard/db';
import { type Kysely, sql, type Transaction } from 'kysely';
import { NotSignedIn } from '../../http/errors.ts';
import { adminRole } from '../roles.ts';
import { hashSecret } from '../secret-hash.ts';

/** A session ends 30 days after sign-in, or after 7 days without use (administrators: 12 hours). */
export const absoluteLifeSeconds = 30 * 86_400;
const idleLife = sql`CASE WHEN users.role >= ${sql.lit(adminRole)} THEN interval '12 hours' ELSE interval '7 days' END`;
const absoluteLife = sql`make_interval(secs => ${sql.lit(absoluteLifeSeconds)})`;
const recent = sql`interval '10 minutes'`;

export interface SignedIn {
  readonly id: number;
  readonly username: string;
  readonly role: number;
  readonly group: string;
  /** Absent when the caller has shown a system access token. */
  readonly session?: Session;
}

export interface Session {
  readonly hash: Buffer;
  /** The user has shown who they are within the last 10 minutes. */
  readonly isRecent: boolean;
}

/** A user who has shown who they are. */
export interface Entrant {
  readonly userId: number;
  /** Of their access, read together with what they have shown: once it has grown, that proves nothing any more. */
  readonly accessVersion: number;
}

export interface NewSession extends Entrant {
  readonly ip: string;
  readonly userAgent: string;
  /** `password`, `passkey`, or the name of the provider of the identity. */
  readonly method: string;
  /** Two factors were shown. */
  readonly secondFactor: boolean;
}

/**
 * Opens a session and answers its id, the only credential; the database keeps its hash. Sweeps the user's expired ones. The caller
 * holds the access (`holdAccess`).
 */
export async function openSession(trx: Transaction<Schema>, session: NewSession): Promise<string> {
  const sid = newSid();
  await trx
    .deleteFrom('sessions')
    .where('user_id', '=', session.userId)
    .where(sql<boolean>`created_at < now() - ${absoluteLife}`)
    .execute();
  await trx
    .insertInto('sessions')
    .values({
      id_hash: hashSecret(sid),
      user_id: session.userId,
      ip: session.ip,
      user_agent: session.userAgent.slice(0, 300),
      method: session.method,
      ...(session.secondFactor && { second_factor_at: sql`now()` }),
    })
    .execute();
  return sid;
}

/**
 * The user of a live session, as the database knows them now: a disabled or deleted user has none. Notes the use, at
 * most once a minute.
 */
export async function findSession(db: Database, sid: string): Promise<SignedIn | undefined> {
  const hash = hashSecret(sid);
  const row = await liveSessions(db)
    .select(['users.id', 'users.username', 'users.role', 'users.group'])
    .select(sql<boolean>`sessions.last_seen_at < now() - interval '1 minute'`.as('stale'))
    .select(sql<boolean>`sessions.authenticated_at > now() - ${recent}`.as('isRecent'))
    .where('sessions.id_hash', '=', hash)
    .executeTakeFirst();
  if (!row) return undefined;
  const { stale, isRecent, ...user } = row;
  if (stale) {
    await db.updateTable('sessions').set({ last_seen_at: sql`now()` }).where('id_hash', '=', hash).execute();
  }
  return { ...user, session: { hash, isRecent } };
}

/** Sessions that still open something, with their users. */
export function liveSessions(db: Database) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('users.status', '=', 1)
    .where('users.deleted_at', 'is', null)
    .where(sql<boolean>`sessions.created_at > now() - ${absoluteLife}`)
    .where(sql<boolean>`sessions.last_seen_at > now() - ${idleLife}`);
}

/**
 * False when the user's access was taken or changed since it was read. Otherwise whoever wants to do so waits until the transaction
 * ends, and so ends what it opens.
 */
export async function holdAccess(trx: Transaction<Schema>, { userId, accessVersion }: Entrant): Promise<boolean> {
  const user = await trx
    .selectFrom('users')
    .select('access_version')
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst();
  return user?.access_version === accessVersion;
}

/**
 * Holds the user and their session until the transaction ends; throws NotSignedIn when the session has ended meanwhile. Before all
 * that gives or takes a way in: who was thrown out must not come back by what they began before.
 */
export async function holdSession(trx: Transaction<Schema>, userId: number, { hash }: Session): Promise<void> {
  // The user first, as those do who end sessions.
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const session = await trx
    .selectFrom('sessions')
    .select('id')
    .where('id_hash', '=', hash)
    .forKeyShare()
    .executeTakeFirst();
  if (!session) throw new NotSignedIn();
}

/** What was read of the user's access before counts for nothing from now on. */
export async function raiseAccessVersion(trx: Transaction<Schema>, userId: number): Promise<void> {
  await trx.updateTable('users').set({ access_version: sql`access_version + 1` }).where('id', '=', userId).execute();
}

export async function closeSession(db: Kysely<Schema>, sid: string): Promise<void> {
  await db.deleteFrom('sessions').where('id_hash', '=', hashSecret(sid)).execute();
}

/**
 * Gives a session a new id, ends the user's other sessions and what was begun to sign in: after every change of credentials by their
 * owner. Answers the new id; throws NotSignedIn when the session has ended meanwhile.
 */
export async function renewSession(trx: Transaction<Schema>, userId: number, { hash }: Session): Promise<string> {
  const sid = newSid();
  await raiseAccessVersion(trx, userId);
  const { numUpdatedRows } = await trx
    .updateTable('sessions')
    .set({ id_hash: hashSecret(sid) })
    .where('id_hash', '=', hash)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new NotSignedIn();
  await trx.deleteFrom('sessions').where('user_id', '=', userId).where('id_hash', '!=', hashSecret(sid)).execute();
  await dropBegunSignIns(trx, userId);
  return sid;
}

/** Ends what was begun and would yet sign somebody in: sign-ins that wait for a second factor, and the link of a reset mail. */
export async function dropBegunSignIns(trx: Transaction<Schema>, userId: number): Promise<void> {
  await trx.deleteFrom('pending_sign_ins').where('user_id', '=', userId).execute();
  await trx.deleteFrom('password_resets').where('user_id', '=', userId).execute();
}

/** Notes that the session's user has just shown again who they are. */
export async function noteAuthentication(db: Kysely<Schema>, { hash }: Session, secondFactor: boolean): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ authenticated_at: sql`now()`, ...(secondFactor && { second_factor_at: sql`now()` }) })
    .where('id_hash', '=', hash)
    .execute();
}

/** The CSRF token of a session, `ct_…`, readable by our own page. Useless without the session cookie. */
export function csrfTokenOf(sessionKey: Uint8Array, sid: string): string {
  return `ct_${createHmac('sha256', sessionKey).update(hashSecret(sid)).digest('base64url')}`;
}

export function isCsrfTokenOf(sessionKey: Uint8Array, sid: string, candidate: string): boolean {
  return constantTimeEqual(csrfTokenOf(sessionKey, sid), candidate);
}

function newSid(): string {
  return randomBytes(32).toString('base64url');
}
