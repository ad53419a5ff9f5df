import type { Context } from '../../context.ts';
import { type Refusal, refuse } from '../../http/answer.ts';
import { logTypes, writeLog } from '../../resources/logs/write.ts';
import { notifyOwner } from '../notify-owner.ts';
import { identityProof, noteProofs } from '../registration/proofs.ts';
import { holdSession } from '../sessions/sessions.ts';
import { findOwner, holdIdentity } from './identities.ts';
import type { Profile, Provider } from './provider.ts';
import type { Binder } from './settle.ts';

/** Gives a user an identity to sign in with. One that is theirs already is no mistake; what is another's stays theirs. */
export async function bindIdentity(
  context: Context,
  { actor, session }: Binder,
  provider: Provider,
  { subject, name }: Profile,
): Promise<null | Refusal> {
  return context.db.transaction().execute(async (trx) => {
    await holdIdentity(trx, provider.name, subject);
    await holdSession(trx, actor.id, session);
    const owner = await findOwner(trx, provider.name, subject);
    if (owner?.userId === actor.id) return null;
    if (owner !== undefined) return refuse(`This ${provider.label} account is already bound to another user.`);
    const bound = await trx
      .insertInto('identities')
      .values({ provider: provider.name, subject, user_id: actor.id, name })
      .onConflict((conflict) => conflict.columns(['user_id', 'provider']).doNothing())
      .returning('user_id')
      .executeTakeFirst();
    if (!bound) return refuse(`You have bound another ${provider.label} account. Unbind that one first.`);
    await noteProofs(trx, actor.id, [identityProof(provider.name, subject)]);
    await writeLog(trx, logTypes.manage, actor, `Bound the ${provider.label} account ${name}`);
    await notifyOwner(context, trx, actor.id, `The ${provider.label} account ${name} can now sign in to your account`);
    return null;
  });
}
