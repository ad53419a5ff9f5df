import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Context } from '../../context.ts';
import { type Refusal, refuse } from '../../http/answer.ts';
import { hasPassword, isCurrentPassword } from '../passwords/current-password.ts';
import type { Confirmation } from '../schema.ts';
import { isSecondFactor } from '../second-factor/check-code.ts';
import { hasSecondFactor } from '../second-factor/totp-repository.ts';
import { requireSession } from './recent-sign-in.ts';
import { noteAuthentication } from './sessions.ts';

/**
 * Lets a session count as recent again: by a code when the account has a second factor, otherwise by the password. A passkey does
 * it too (passkeys/step-up.ts).
 */
export async function confirmSignIn(
  context: Context,
  request: FastifyRequest,
  { password = '', code = '' }: Static<typeof Confirmation>,
): Promise<null | Refusal> {
  const session = requireSession(request);
  const caller = { id: request.user.id, ip: request.ip };
  if (await hasSecondFactor(context.db, caller.id)) {
    if (!code) return refuse('Please enter the code of your authenticator app.');
    if (!(await isSecondFactor(context, caller.id, code))) return refuse('This code is wrong, or was used before.');
    await noteAuthentication(context.db, session, true);
    return null;
  }
  if (!(await hasPassword(context.db, caller.id))) {
    return refuse('Your account has no password. Use a passkey, or sign out and in again.');
  }
  if (!password) return refuse('Please enter your password.');
  if (!(await isCurrentPassword(context, caller, password))) return refuse('The password is wrong.');
  await noteAuthentication(context.db, session, false);
  return null;
}
