import { hashPassword } from '@switchyard/crypto';
import { refuseWeakPassword } from '../../../auth/passwords/new-password.ts';
import { createUser } from '../../../auth/registration/create-user.ts';
import { readUsername } from '../../../auth/registration/username.ts';
import { adminRole, userRole } from '../../../auth/roles.ts';
import type { Context } from '../../../context.ts';
import { Refusal, refuse } from '../../../http/answer.ts';
import { type Actor, logTypes, writeLog } from '../../logs/write.ts';
import { readGroups } from './groups.ts';
import { holdRole } from './reach.ts';
import type { NewUser } from './schema.ts';

const tooHigh = 'You cannot create users with permission at or above your own.';

/** Adds a user who signs in with this password and is asked to change it: whoever made the account knows it. */
export async function addUser(context: Context, actor: Actor, input: NewUser): Promise<null | Refusal> {
  if (!input.username.trim() || !input.password) return refuse('Username and password cannot be empty.');
  const role = input.role ?? userRole;
  if (role >= actor.role) return refuse(tooHigh);
  const options = await context.options.read();
  const username = readUsername(input.username);
  if (username instanceof Refusal) return username;
  const weak = refuseWeakPassword(input.password, [username], role >= adminRole);
  if (weak) return weak;
  const group = readGroups(options, input.group ?? 'default');
  if (group instanceof Refusal) return group;
  const passwordHash = await hashPassword(input.password);
  const { ip, requestId } = actor;
  return context.db.transaction().execute(async (trx) => {
    const ownRole = await holdRole(trx, actor.id);
    if (ownRole instanceof Refusal) return ownRole;
    if (role >= ownRole) return refuse(tooHigh);
    const displayName = input.display_name?.trim() || username;
    const id = await createUser(trx, options, { username, displayName, passwordHash, ip, requestId });
    if (id instanceof Refusal) return id;
    await trx.updateTable('users').set({ role, group, must_change_password: true }).where('id', '=', id).execute();
    await writeLog(trx, logTypes.manage, actor, `Created user ${username} (${id})`);
    return null;
  });
}
