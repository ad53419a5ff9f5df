import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Context } from '../../context.ts';
import { Refusal, refuse } from '../../http/answer.ts';
import { admit } from '../admission.ts';
import { clearPendingCookie, readPendingId } from '../cookies.ts';
import type { SignInView } from '../schema.ts';
import { signInExpired, startSession } from '../sessions/start-session.ts';
import { isSecondFactor } from './check-code.ts';
import { closePendingSignIn, findPendingSignIn } from './pending-sign-in.ts';

/** Ends a sign-in that waits for its second factor. What the first one checked is checked again: minutes have passed. */
export async function finishSignIn(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  code: string,
): Promise<Static<typeof SignInView> | Refusal> {
  const id = readPendingId(request);
  const pending = id && (await findPendingSignIn(context.db, id));
  if (!pending) return refuse(signInExpired);
  const user = await admit(context.db, pending.userId);
  if (user instanceof Refusal) return user;
  if (!(await isSecondFactor(context, user.id, code))) {
    context.figures.signIns.inc({ way: 'second_factor', result: 'refused' });
    return refuse('This code is wrong, or was used before.');
  }
  if (!(await closePendingSignIn(context.db, id))) return refuse(signInExpired);
  clearPendingCookie(request, reply);
  const { accessVersion, method } = pending;
  return startSession(context, request, reply, user, { accessVersion, method, secondFactor: true });
}
