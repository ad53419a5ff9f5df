import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { type Refusal, refuse } from '../../http/answer.ts';
import { actorOf, logTypes, writeLog } from '../../resources/logs/write.ts';
import { hasOtherWayIn } from '../identities/other-ways-in.ts';
import { notifyOwner } from '../notify-owner.ts';
import { requireRecentSignIn } from '../sessions/recent-sign-in.ts';
import { holdSession } from '../sessions/sessions.ts';
import { listPasskeys, removePasskey } from './repository.ts';

/** Deletes a passkey, unless nothing else would let its user in. */
export async function deletePasskey(context: Context, request: FastifyRequest, id: number): Promise<null | Refusal> {
  const session = requireRecentSignIn(request);
  const actor = actorOf(request);
  return context.db.transaction().execute(async (trx) => {
    // Held, so that two calls cannot each count on what the other removes.
    await holdSession(trx, actor.id, session);
    const own = await listPasskeys(trx, actor.id);
    if (own.length < 2 && !(await hasOtherWayIn(context, trx, actor, 'passkey'))) {
      return refuse('You could not sign in any more. Set a password or add another passkey first.');
    }
    const name = await removePasskey(trx, actor.id, id);
    if (name === undefined) return refuse('This passkey does not exist.');
    await writeLog(trx, logTypes.manage, actor, `Deleted the passkey ${name}`);
    await notifyOwner(context, trx, actor.id, `The passkey ${name} was removed from your account`);
    return null;
  });
}
