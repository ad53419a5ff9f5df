import type { Schema } from '@switchyard/db';
import type { Transaction } from 'kysely';
import { adminRole, rootRole } from '../../../auth/roles.ts';
import { type Refusal, refuse } from '../../../http/answer.ts';
import { type HeldUser, lockBoth } from './repository.ts';

const noPermission = 'Your account has no permission for this.';
const unknown = 'This user does not exist.';
const noRight = {
  update: 'You have no right to update users of the same or a higher level.',
  delete: 'You have no right to delete users of the same or a higher level.',
} as const;

/** Why an administrator may not read a user; undefined: they may. */
export function refuseReading(actorRole: number, userRole: number): Refusal | undefined {
  return actorRole > userRole || actorRole >= rootRole
    ? undefined
    : refuse('You have no right to read users of the same or a higher level.');
}

/** The role of an administrator, who is held: they may have been demoted a moment ago, and then are refused. */
export async function holdRole(trx: Transaction<Schema>, actorId: number): Promise<number | Refusal> {
  const { actor } = await lockBoth(trx, actorId, actorId);
  return isAdministrator(actor) ? actor.role : refuse(noPermission);
}

function isAdministrator(actor: HeldUser | undefined): actor is HeldUser {
  return actor !== undefined && actor.role >= adminRole && actor.status === 1 && !actor.deleted_at;
}

/** The user to change, held, when the actor (who may have been demoted a moment ago) has the right to; otherwise why not. */
export async function reach(
  trx: Transaction<Schema>,
  actorId: number,
  userId: number,
  verb: keyof typeof noRight,
): Promise<HeldUser | Refusal> {
  const { actor, user } = await lockBoth(trx, actorId, userId);
  if (!isAdministrator(actor)) return refuse(noPermission);
  if (!user) return refuse(unknown);
  if (actor.role <= user.role && actor.role < rootRole) {
    return refuse(noRight[verb]);
  }
  return user.deleted_at ? refuse('This user was deleted.') : user;
}
