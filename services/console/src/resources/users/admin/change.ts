import { hashPassword, passwordProblem } from '@switchyard/crypto';
import { announce } from '@switchyard/db';
import { notifyOwner } from '../../../auth/notify-owner.ts';
import { refuseWeakPassword } from '../../../auth/passwords/new-password.ts';
import { adminRole } from '../../../auth/roles.ts';
import { hasSecondFactor } from '../../../auth/second-factor/totp-repository.ts';
import { revokeAccess } from '../../../auth/sessions/revoke-access.ts';
import type { Context } from '../../../context.ts';
import { Refusal, refuse } from '../../../http/answer.ts';
import { type Actor, logTypes, writeLog } from '../../logs/write.ts';
import { refuseTakenName } from '../taken-name.ts';
import { type Adjustment, adjust, readAdjustment } from './balance.ts';
import { readFields } from './fields.ts';
import { reach } from './reach.ts';
import type { UserChange } from './schema.ts';

/** Changes what is named, all of it or nothing. A new password ends the user's sessions and access token. */
export async function changeUser(context: Context, actor: Actor, change: UserChange): Promise<null | Refusal> {
  const { password = '' } = change;
  if (password && change.id === actor.id) return refuse('Change your own password in the personal settings.');
  // Before the transaction: it takes long, and the rows are held meanwhile.
  const hash = password && !passwordProblem(password) ? await hashPassword(password) : undefined;
  const changing = context.db.transaction().execute(async (trx) => {
    const user = await reach(trx, actor.id, change.id, 'update');
    if (user instanceof Refusal) return user;
    const fields = await readFields(context, user, change);
    if (fields instanceof Refusal) return fields;
    if (password) {
      const isAdminsOnly = user.role >= adminRole && !(await hasSecondFactor(trx, user.id));
      const weak = refuseWeakPassword(password, [user.username, ...(user.email ? [user.email] : [])], isAdminsOnly);
      if (weak) return weak;
    }
    const adjustment = await readAdjustment(trx, change);
    if (adjustment instanceof Refusal) return adjustment;

    const values = { ...fields, ...(hash && { password_hash: hash, must_change_password: true }) };
    if (Object.keys(values).length > 0) {
      await trx.updateTable('users').set(values).where('id', '=', user.id).execute();
      await announce(trx, 'user', user.id);
    }
    if (hash) {
      await revokeAccess(trx, user.id);
      await notifyOwner(context, trx, user.id, 'Your password was changed by an administrator');
    }
    if (adjustment) await adjust(trx, actor, adjustment);
    const told = tell(user, fields, hash !== undefined, adjustment);
    if (told) await writeLog(trx, logTypes.manage, actor, `Changed user ${user.username} (${user.id}): ${told}`);
    return null;
  });
  return changing.catch(refuseTakenName);
}

function tell(before: object, fields: object, hasNewPassword: boolean, adjustment: Adjustment | undefined): string {
  const parts = Object.entries(fields).map(
    ([name, value]) => `${name} ${Reflect.get(before, name) || 'none'} to ${value || 'none'}`,
  );
  if (hasNewPassword) parts.push('password');
  if (adjustment) parts.push(`quota ${adjustment.before} to ${adjustment.before + adjustment.difference}`);
  return parts.join(', ');
}
