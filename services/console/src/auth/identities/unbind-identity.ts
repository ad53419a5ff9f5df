import type { Context } from '../../context.ts';
import { type Refusal, refuse } from '../../http/answer.ts';
import { logTypes, writeLog } from '../../resources/logs/write.ts';
import { notifyOwner } from '../notify-owner.ts';
import { holdSession } from '../sessions/sessions.ts';
import { listIdentities } from './identities.ts';
import { hasOtherWayIn } from './other-ways-in.ts';
import type { Provider } from './provider.ts';
import type { Binder } from './settle.ts';

/** Takes an identity from its user, unless nothing else would let them in. */
export async function unbindIdentity(
  context: Context,
  { actor, session }: Binder,
  provider: Provider,
): Promise<null | Refusal> {
  return context.db.transaction().execute(async (trx) => {
    // Held, so that two calls cannot each count on the other's identity.
    await holdSession(trx, actor.id, session);
    const bound = (await listIdentities(trx, actor.id)).find((identity) => identity.provider === provider.name);
    if (!bound) return refuse(`You have bound no ${provider.label} account.`);
    if (!(await hasOtherWayIn(context, trx, actor, provider.name))) {
      return refuse('You could not sign in any more. Set a password or bind another account first.');
    }
    await trx.deleteFrom('identities').where('user_id', '=', actor.id).where('provider', '=', provider.name).execute();
    await writeLog(trx, logTypes.manage, actor, `Unbound the ${provider.label} account ${bound.name}`);
    const what = `The ${provider.label} account ${bound.name} can no longer sign in to your account`;
    await notifyOwner(context, trx, actor.id, what);
    return null;
  });
}
