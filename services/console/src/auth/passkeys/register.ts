import {
  generateRegistrationOptions,
  type VerifiedRegistrationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Context } from '../../context.ts';
import { Refusal, refuse } from '../../http/answer.ts';
import { actorOf, logTypes, writeLog } from '../../resources/logs/write.ts';
import { notifyOwner } from '../notify-owner.ts';
import { requireRecentSignIn } from '../sessions/recent-sign-in.ts';
import { holdSession } from '../sessions/sessions.ts';
import { challengeLifeMs, keepChallenge, takeChallenge } from './challenges.ts';
import { relyingParty } from './relying-party.ts';
import { insertPasskey, listPasskeys, passkeyHandle } from './repository.ts';
import type { NewPasskey } from './schema.ts';

const mostPasskeys = 20;

/** What the browser needs to make a passkey that signs in by itself and asks who is there. */
export async function beginRegistration({ db, options }: Context, request: FastifyRequest) {
  const session = requireRecentSignIn(request);
  const party = relyingParty(await options.read());
  if (party instanceof Refusal) return party;
  const { id, username } = request.user;
  const known = await listPasskeys(db, id);
  if (known.length >= mostPasskeys) return refuse(`You have ${mostPasskeys} passkeys already. Delete one first.`);
  const creation = await generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userID: new Uint8Array(await passkeyHandle(db, id)),
    userName: username,
    userDisplayName: username,
    timeout: challengeLifeMs,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
  });
  await keepChallenge(db, session.hash, 'register', creation.challenge);
  return { ...creation };
}

export async function finishRegistration(
  context: Context,
  request: FastifyRequest,
  { credential, name = 'Passkey' }: Static<typeof NewPasskey>,
): Promise<null | Refusal> {
  const session = requireRecentSignIn(request);
  const party = relyingParty(await context.options.read());
  if (party instanceof Refusal) return party;
  const challenge = await takeChallenge(context.db, session.hash, 'register');
  if (!challenge) return refuse('This took too long. Please start again.');
  const verified = await verifyRegistrationResponse({
    response: credential,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch((error: Error): VerifiedRegistrationResponse => {
    request.log.info({ reason: error.message }, 'a new passkey was refused');
    return { verified: false };
  });
  if (!verified.verified) return refuse('This passkey could not be verified. Please try again.');
  const { credential: made, credentialBackedUp: synced } = verified.registrationInfo;
  const actor = actorOf(request);
  return context.db.transaction().execute(async (trx) => {
    await holdSession(trx, actor.id, session);
    const isNew = await insertPasskey(trx, {
      user_id: actor.id,
      credential_id: made.id,
      public_key: Buffer.from(made.publicKey),
      counter: made.counter,
      transports: made.transports ?? [],
      name,
      synced,
    });
    if (!isNew) return refuse('This passkey is registered already.');
    await writeLog(trx, logTypes.manage, actor, `Added the passkey ${name}`);
    await notifyOwner(context, trx, actor.id, `The passkey ${name} was added to your account`);
    return null;
  });
}
