import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Context } from '../../context.ts';
import { Refusal, refuse } from '../../http/answer.ts';
import { limitedAddress } from '../../http/origin.ts';
import { limit } from '../../http/too-many-requests.ts';
import { admit } from '../admission.ts';
import { browserId, readBrowserId } from '../cookies.ts';
import type { SignInView } from '../schema.ts';
import { hashSecret } from '../secret-hash.ts';
import { signInExpired, startSession } from '../sessions/start-session.ts';
import { challengeLifeMs, keepChallenge, takeChallenge } from './challenges.ts';
import { relyingParty } from './relying-party.ts';
import type { PasskeyAssertion } from './schema.ts';
import { verifyAssertion } from './verify-assertion.ts';

const tries = 20;
const windowMs = 20 * 60_000;

/** What the browser needs to let a visitor choose one of their passkeys. */
export async function beginSignIn({ db, options }: Context, request: FastifyRequest, reply: FastifyReply) {
  const party = relyingParty(await options.read());
  if (party instanceof Refusal) return party;
  const asked = await generateAuthenticationOptions({
    rpID: party.id,
    timeout: challengeLifeMs,
    userVerification: 'required',
  });
  await keepChallenge(db, hashSecret(browserId(request, reply)), 'sign-in', asked.challenge);
  return { ...asked };
}

/**
 * Signs in with a passkey. It stands for both factors, the device and what unlocks it, so no code is asked for; one that was used
 * without unlocking is refused.
 */
export async function finishPasskeySignIn(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  assertion: Static<typeof PasskeyAssertion>,
): Promise<Static<typeof SignInView> | Refusal> {
  await limit(context.kv.limiter, `passkey:address:${limitedAddress(request.ip)}`, tries, windowMs);
  const party = relyingParty(await context.options.read());
  if (party instanceof Refusal) return party;
  const browser = readBrowserId(request);
  const challenge = browser && (await takeChallenge(context.db, hashSecret(browser), 'sign-in'));
  if (!challenge) return refuse(signInExpired);
  const entrant = await verifyAssertion(context, request, party, challenge, assertion);
  if (entrant instanceof Refusal) {
    context.figures.signIns.inc({ way: 'passkey', result: 'refused' });
    return entrant;
  }
  const { userId, accessVersion } = entrant;
  const user = await admit(context.db, userId);
  if (user instanceof Refusal) return user;
  return startSession(context, request, reply, user, { accessVersion, method: 'passkey', secondFactor: true });
}
