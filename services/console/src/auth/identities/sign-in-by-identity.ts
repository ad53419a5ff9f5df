import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { Refusal } from '../../http/answer.ts';
import { notifyOwner } from '../notify-owner.ts';
import { completeSignIn } from '../sessions/complete-sign-in.ts';
import { findOwner } from './identities.ts';
import type { Profile, Provider } from './provider.ts';
import { registerByIdentity } from './register-by-identity.ts';

/**
 * Signs in the user whose identity it is, or a new one. The identity alone decides: an equal e-mail address never leads to an
 * account, for whoever can name an address at some provider would own the account here.
 */
export async function signInByIdentity(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  provider: Provider,
  profile: Profile,
  affCode: string,
) {
  const entrant =
    (await findOwner(context.db, provider.name, profile.subject)) ??
    (await registerByIdentity(context, request, provider, profile, affCode));
  if (entrant instanceof Refusal) return entrant;
  const outcome = await completeSignIn(context, request, reply, entrant, provider.name);
  if (provider.tellsOfSignIns && !(outcome instanceof Refusal)) {
    await context.db
      .transaction()
      .execute((trx) =>
        notifyOwner(context, trx, entrant.userId, `Somebody signed in to your account with ${provider.label}`),
      );
  }
  return outcome;
}
