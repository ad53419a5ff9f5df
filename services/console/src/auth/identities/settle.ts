import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { answer, Refusal } from '../../http/answer.ts';
import type { Actor } from '../../resources/logs/write.ts';
import type { Session } from '../sessions/sessions.ts';
import { bindIdentity } from './bind-identity.ts';
import type { Profile, Provider } from './provider.ts';
import { signInByIdentity } from './sign-in-by-identity.ts';

/** Who binds an identity, and in which session. */
export interface Binder {
  readonly actor: Actor;
  readonly session: Session;
}

/** An identity that somebody has shown to have. */
export interface Shown {
  readonly profile: Profile;
  /** Whom it is to be bound to; absent: it signs in. */
  readonly binder?: Binder;
  /** Of who invited the visitor; empty: nobody. */
  readonly affCode: string;
}

/** Binds the identity, which is answered with the message `bind`, or signs its user in. */
export async function settle(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  provider: Provider,
  shown: Shown | Refusal,
) {
  if (shown instanceof Refusal) return answer(shown);
  const { profile, binder, affCode } = shown;
  if (!binder) return answer(await signInByIdentity(context, request, reply, provider, profile, affCode));
  const outcome = await bindIdentity(context, binder, provider, profile);
  return outcome instanceof Refusal ? answer(outcome) : { success: true, message: 'bind' };
}
