import type { FastifyRequest } from 'fastify';
import { notifyOwner } from '../../auth/notify-owner.ts';
import { rootRole } from '../../auth/roles.ts';
import { requireRecentSignIn } from '../../auth/sessions/recent-sign-in.ts';
import { holdSession } from '../../auth/sessions/sessions.ts';
import type { Context } from '../../context.ts';
import { type Refusal, refuse } from '../../http/answer.ts';
import { actorOf, logTypes, writeLog } from '../logs/write.ts';
import { deleteUser } from './delete-user.ts';

/** Deletes the caller's own account. */
export async function deleteSelf(context: Context, request: FastifyRequest): Promise<null | Refusal> {
  if (request.user.role >= rootRole) return refuse('The super administrator cannot be deleted.');
  const session = requireRecentSignIn(request);
  const actor = actorOf(request);
  return context.db.transaction().execute(async (trx) => {
    await holdSession(trx, actor.id, session);
    await notifyOwner(context, trx, actor.id, 'Your account was deleted');
    await writeLog(trx, logTypes.manage, actor, 'Deleted the own account');
    await deleteUser(trx, actor.id);
    return null;
  });
}
