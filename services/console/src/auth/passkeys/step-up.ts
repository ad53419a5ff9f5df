import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Context } from '../../context.ts';
import { Refusal, refuse } from '../../http/answer.ts';
import { requireSession } from '../sessions/recent-sign-in.ts';
import { noteAuthentication } from '../sessions/sessions.ts';
import { challengeLifeMs, keepChallenge, takeChallenge } from './challenges.ts';
import { relyingParty } from './relying-party.ts';
import { listPasskeys } from './repository.ts';
import type { PasskeyAssertion } from './schema.ts';
import { verifyAssertion } from './verify-assertion.ts';

/** What the browser needs to let a signed-in user show again, by one of their own passkeys, who they are. */
export async function beginStepUp({ db, options }: Context, request: FastifyRequest) {
  const session = requireSession(request);
  const party = relyingParty(await options.read());
  if (party instanceof Refusal) return party;
  const own = await listPasskeys(db, request.user.id);
  if (own.length === 0) return refuse('You have no passkey.');
  const asked = await generateAuthenticationOptions({
    rpID: party.id,
    timeout: challengeLifeMs,
    userVerification: 'required',
    allowCredentials: own.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
  });
  await keepChallenge(db, session.hash, 'step-up', asked.challenge);
  return { ...asked };
}

export async function finishStepUp(
  context: Context,
  request: FastifyRequest,
  assertion: Static<typeof PasskeyAssertion>,
): Promise<null | Refusal> {
  const session = requireSession(request);
  const party = relyingParty(await context.options.read());
  if (party instanceof Refusal) return party;
  const challenge = await takeChallenge(context.db, session.hash, 'step-up');
  if (!challenge) return refuse('This took too long. Please start again.');
  const shown = await verifyAssertion(context, request, party, challenge, assertion);
  if (shown instanceof Refusal) return shown;
  if (shown.userId !== request.user.id) return refuse('This passkey belongs to another account.');
  await noteAuthentication(context.db, session, true);
  return null;
}
