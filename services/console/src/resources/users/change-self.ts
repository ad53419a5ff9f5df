import { hashPassword } from '@switchyard/crypto';
import { announce, type Schema } from '@switchyard/db';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import type { Static } from 'typebox';
import { notifyOwner } from '../../auth/notify-owner.ts';
import { isCurrentPassword } from '../../auth/passwords/current-password.ts';
import { refuseWeakPassword } from '../../auth/passwords/new-password.ts';
import { readUsername } from '../../auth/registration/username.ts';
import { adminRole } from '../../auth/roles.ts';
import { hasSecondFactor } from '../../auth/second-factor/totp-repository.ts';
import { dropAccessToken } from '../../auth/sessions/access-tokens.ts';
import { requireRecentSignIn, requireSession } from '../../auth/sessions/recent-sign-in.ts';
import { holdSession, renewSession } from '../../auth/sessions/sessions.ts';
import type { Context } from '../../context.ts';
import { Refusal, refuse } from '../../http/answer.ts';
import { type Actor, actorOf, logTypes, writeLog } from '../logs/write.ts';
import type { SelfChange } from './schema.ts';
import { refuseTakenName } from './taken-name.ts';

type Change = Static<typeof SelfChange>;

/**
 * Changes what users may change of themselves, all of it or nothing. A new password ends the user's other sessions and the
 * system access token, and renews this session; its id is answered then.
 */
export async function changeSelf(
  context: Context,
  request: FastifyRequest,
  change: Change,
): Promise<{ readonly sid?: string } | Refusal> {
  const actor = actorOf(request);
  const { password = '', display_name: displayName } = change;
  const username = readNewName(change, actor);
  if (username instanceof Refusal) return username;
  const refusal = password && (await refusePassword(context, request, change));
  if (refusal) return refusal;
  const hash = password && (await hashPassword(password));
  const session = request.user.session;
  const changing = context.db.transaction().execute(async (trx) => {
    if (session) await holdSession(trx, actor.id, session);
    if (username) await rename(trx, actor, username);
    if (displayName !== undefined) {
      await trx.updateTable('users').set({ display_name: displayName.trim() }).where('id', '=', actor.id).execute();
    }
    if (!hash) return {};
    await trx
      .updateTable('users')
      .set({ password_hash: hash, must_change_password: false })
      .where('id', '=', actor.id)
      .execute();
    await dropAccessToken(trx, actor.id);
    await writeLog(trx, logTypes.manage, actor, 'Changed the password');
    await notifyOwner(context, trx, actor.id, 'Your password was changed');
    return { sid: await renewSession(trx, actor.id, requireSession(request)) };
  });
  return changing.catch(refuseTakenName);
}

/** Undefined: unchanged. The name one has may be one that could not be chosen today. */
function readNewName({ username }: Change, actor: Actor): string | undefined | Refusal {
  return username === undefined || username === actor.username ? undefined : readUsername(username);
}

async function rename(trx: Transaction<Schema>, actor: Actor, username: string): Promise<void> {
  await trx.updateTable('users').set({ username }).where('id', '=', actor.id).execute();
  await announce(trx, 'user', actor.id);
  await writeLog(trx, logTypes.manage, actor, `Changed the username to ${username}`);
}

/** Whoever has a password must know it to change it; who has none must have signed in just now. */
async function refusePassword(
  context: Context,
  request: FastifyRequest,
  { password = '', original_password: original = '' }: Change,
): Promise<Refusal | undefined> {
  const { id, username, role } = request.user;
  const { email, password_hash: hash } = await context.db
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const isAdminsOnly = role >= adminRole && !(await hasSecondFactor(context.db, id));
  const weak = refuseWeakPassword(password, [username, ...(email ? [email] : [])], isAdminsOnly);
  if (weak) return weak;
  if (hash === null) {
    requireRecentSignIn(request);
    return undefined;
  }
  if (!original) return refuse('Please enter your current password too.');
  if (!(await isCurrentPassword(context, { id, ip: request.ip }, original))) {
    return refuse('The current password is wrong.');
  }
  return password === original ? refuse('The new password must differ from the current one.') : undefined;
}
