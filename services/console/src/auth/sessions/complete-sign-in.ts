import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Context } from '../../context.ts';
import { Refusal, refuse } from '../../http/answer.ts';
import { admit } from '../admission.ts';
import { setPendingCookie } from '../cookies.ts';
import type { SignInOutcome } from '../schema.ts';
import { openPendingSignIn } from '../second-factor/pending-sign-in.ts';
import { hasSecondFactor } from '../second-factor/totp-repository.ts';
import type { Entrant } from './sessions.ts';
import { signInExpired, startSession } from './start-session.ts';

/**
 * Follows every right first factor, whoever vouched for it. Refuses disabled and deleted users; asks for the second factor when
 * the account has one, and signs in otherwise. `method` is `password` or the name of the provider of the identity.
 */
export async function completeSignIn(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  entrant: Entrant,
  method: string,
): Promise<Static<typeof SignInOutcome> | Refusal> {
  const user = await admit(context.db, entrant.userId);
  if (user instanceof Refusal) return user;
  if (!(await hasSecondFactor(context.db, entrant.userId))) {
    const { accessVersion } = entrant;
    return startSession(context, request, reply, user, { accessVersion, method, secondFactor: false });
  }
  const pending = await openPendingSignIn(context.db, { ...entrant, method });
  if (pending === undefined) return refuse(signInExpired);
  setPendingCookie(request, reply, pending);
  return { require_2fa: true };
}
