import { hashPassword, passwordProblem, verifyPassword } from '@switchyard/crypto';
import type { Database } from '@switchyard/db';
import type { Static } from 'typebox';
import { countPasswordTry, forgetPasswordTries } from '../../auth/password-attempts.ts';
import { adminRole } from '../../auth/roles.ts';
import { closeSessionsOf, openSession } from '../../auth/sessions.ts';
import type { Context } from '../../context.ts';
import { type Refusal, refuse } from '../../http/answer.ts';
import { type Actor, logTypes, writeLog } from '../logs/write.ts';
import type { SelfChange, SelfView } from './schema.ts';

/** NIST SP 800-63B-4, section 3.1.1.2: where the password is the only factor. */
const leastAdminCharacters = 15;

/** The user with the balance, as the journal has it. */
export async function readSelf(db: Database, id: number): Promise<Static<typeof SelfView>> {
  const { balance, email, ...user } = await db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.user_id', 'users.id')
    .select(['users.id', 'username', 'display_name', 'email', 'role', 'status', 'group', 'must_change_password'])
    .select(['balance', 'used_quota', 'request_count'])
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...user, email: email ?? '', quota: balance };
}

export async function changeDisplayName(db: Database, id: number, displayName: string): Promise<void> {
  await db.updateTable('users').set({ display_name: displayName }).where('id', '=', id).execute();
}

/**
 * Sets a new password after the current one was given. Ends every session of the user and answers a new one for the
 * caller.
 */
export async function changePassword(
  { db, kv }: Context,
  actor: Actor,
  { password = '', original_password: original = '' }: Static<typeof SelfChange>,
  userAgent: string,
): Promise<string | Refusal> {
  const problem = passwordProblem(password);
  if (problem === 'too_short') return refuse('The new password must have at least 8 characters.');
  if (actor.role >= adminRole && [...password].length < leastAdminCharacters) {
    return refuse(`The password of an administrator must have at least ${leastAdminCharacters} characters.`);
  }
  if (problem === 'too_long') return refuse('The new password must have at most 128 characters.');
  if (!original) return refuse('Please enter your current password too.');
  if (password.toLowerCase() === actor.username.toLowerCase()) {
    return refuse('The password must differ from the username.');
  }
  await countPasswordTry(kv.limiter, String(actor.id), actor.ip);
  const stored = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow();
  const { valid } = await verifyPassword(stored.password_hash ?? undefined, original);
  if (!valid) return refuse('The current password is wrong.');
  if (password === original) return refuse('The new password must differ from the current one.');
  await forgetPasswordTries(kv.limiter, String(actor.id));
  const hash = await hashPassword(password);
  return db.transaction().execute(async (trx) => {
    await trx
      .updateTable('users')
      .set({ password_hash: hash, must_change_password: false })
      .where('id', '=', actor.id)
      .execute();
    await closeSessionsOf(trx, actor.id);
    await writeLog(trx, logTypes.manage, actor, 'Changed the password');
    return openSession(trx, { userId: actor.id, ip: actor.ip, userAgent, method: 'password' });
  });
}
