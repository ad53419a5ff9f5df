import { announce, type Schema } from '@switchyard/db';
import type { Transaction } from 'kysely';
import { notifyOwner } from '../../../auth/notify-owner.ts';
import { askForLongPassword } from '../../../auth/passwords/ask-for-long-password.ts';
import { adminRole, rootRole, userRole } from '../../../auth/roles.ts';
import { removeTotp } from '../../../auth/second-factor/totp-repository.ts';
import { closeSessionsOf, revokeAccess } from '../../../auth/sessions/revoke-access.ts';
import type { Context } from '../../../context.ts';
import { Refusal, refuse } from '../../../http/answer.ts';
import { type Actor, logTypes, writeLog } from '../../logs/write.ts';
import { deleteUser } from '../delete-user.ts';
import { reach } from './reach.ts';
import type { HeldUser } from './repository.ts';
import type { Action, Standing } from './schema.ts';

const status = { enabled: 1, disabled: 2 } as const;

const done: Record<Action, string> = {
  promote: 'Promoted',
  demote: 'Demoted',
  enable: 'Enabled',
  disable: 'Disabled',
  delete: 'Deleted',
};

/** Raises, lowers, switches on or off, or deletes a user; the sessions end with it. Answers what the user is then. */
export async function manageUser(
  { db }: Context,
  actor: Actor,
  userId: number,
  action: Action,
): Promise<Standing | Refusal> {
  return db.transaction().execute(async (trx) => {
    const user = await reach(trx, actor.id, userId, action === 'delete' ? 'delete' : 'update');
    if (user instanceof Refusal) return user;
    const refusal = refuseAction(actor.role, user, action);
    if (refusal) return refusal;
    const standing = await apply(trx, user, action);
    await writeLog(trx, logTypes.manage, actor, `${done[action]} user ${user.username} (${user.id})`);
    return standing;
  });
}

function refuseAction(actorRole: number, { role }: HeldUser, action: Action): Refusal | undefined {
  if (action === 'enable') return undefined;
  if (action === 'promote') {
    if (actorRole < rootRole) return refuse('Only the super administrator can promote users to administrator.');
    return role >= adminRole ? refuse('This user is already an administrator.') : undefined;
  }
  if (role >= rootRole) return refuse('The super administrator cannot be disabled, deleted or demoted.');
  return action === 'demote' && role === userRole ? refuse('This user is already a regular user.') : undefined;
}

async function apply(trx: Transaction<Schema>, user: HeldUser, action: Action): Promise<Standing> {
  const standing = {
    role: action === 'promote' ? adminRole : action === 'demote' ? userRole : user.role,
    status: action === 'enable' ? status.enabled : action === 'disable' ? status.disabled : user.status,
  };
  if (action === 'delete') {
    await deleteUser(trx, user.id);
    return standing;
  }
  await trx.updateTable('users').set(standing).where('id', '=', user.id).execute();
  if (action === 'promote') {
    await askForLongPassword(trx, user.id);
    // A program that was trusted with a user's calls was never meant to make an administrator's.
    await revokeAccess(trx, user.id);
  } else if (action !== 'enable') await closeSessionsOf(trx, user.id);
  await announce(trx, 'user', user.id);
  return standing;
}

/** Turns a user's second factor off, for who has lost the device and the backup codes. */
export async function resetSecondFactor(context: Context, actor: Actor, userId: number): Promise<null | Refusal> {
  return context.db.transaction().execute(async (trx) => {
    const user = await reach(trx, actor.id, userId, 'update');
    if (user instanceof Refusal) return user;
    // Root reaches itself, and would need no code here.
    if (user.id === actor.id) return refuse('Turn off your own second factor in the personal settings.');
    if (!(await removeTotp(trx, user.id))) return refuse('The second factor of this user is off.');
    await askForLongPassword(trx, user.id);
    await closeSessionsOf(trx, user.id);
    await writeLog(trx, logTypes.manage, actor, `Turned off the second factor of user ${user.username} (${user.id})`);
    await notifyOwner(context, trx, user.id, 'The second factor of your account was turned off by an administrator');
    return null;
  });
}
