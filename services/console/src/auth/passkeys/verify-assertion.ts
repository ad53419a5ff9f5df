import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Context } from '../../context.ts';
import { type Refusal, refuse } from '../../http/answer.ts';
import { type Actor, logTypes, writeLog } from '../../resources/logs/write.ts';
import { notifyOwner } from '../notify-owner.ts';
import type { Entrant } from '../sessions/sessions.ts';
import type { RelyingParty } from './relying-party.ts';
import { findPasskey, type KnownPasskey, noteUse } from './repository.ts';
import type { PasskeyAssertion } from './schema.ts';

const refused = 'This passkey could not be verified. Please try again, or sign in another way.';

/** The user who has just used their passkey for this challenge and shown the device who they are. */
export async function verifyAssertion(
  context: Context,
  request: FastifyRequest,
  { id, origin }: RelyingParty,
  challenge: string,
  { credential }: Static<typeof PasskeyAssertion>,
): Promise<Entrant | Refusal> {
  const passkey = await findPasskey(context.db, credential.id);
  if (!passkey) return refuse(refused);
  const { userHandle, ...response } = credential.response;
  if (userHandle && !passkey.passkey_handle?.equals(Buffer.from(userHandle, 'base64url'))) return refuse(refused);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, response },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        transports: passkey.transports,
        // Compared by `noteUse`, together with the update.
        counter: 0,
      },
    });
    if (!verified) return refuse(refused);
    if (await noteUse(context.db, passkey.id, authenticationInfo.newCounter)) {
      return { userId: passkey.user_id, accessVersion: passkey.access_version };
    }
  } catch (error) {
    request.log.info({ reason: (error as Error).message, passkey: passkey.id }, 'a passkey was refused');
    return refuse(refused);
  }
  await alarm(context, request, passkey);
  return refuse(refused);
}

/** The counter of a passkey went back: somebody may have a copy of it. */
async function alarm(context: Context, { ip, id: requestId, log }: FastifyRequest, passkey: KnownPasskey) {
  log.warn(
    { passkey: passkey.id, user: passkey.user_id },
    'the counter of a passkey went back; it may have been copied',
  );
  const actor: Actor = { id: passkey.user_id, username: passkey.username, role: passkey.role, ip, requestId };
  await context.db.transaction().execute(async (trx) => {
    await writeLog(trx, logTypes.manage, actor, `Refused the passkey ${passkey.name}: its counter went back`);
    await notifyOwner(
      context,
      trx,
      actor.id,
      `The passkey ${passkey.name} was refused, because it may have been copied`,
    );
  });
}
