import { seal } from '@switchyard/crypto';
import type { Schema } from '@switchyard/db';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { toDataURL } from 'qrcode';
import type { Static } from 'typebox';
import type { Context } from '../../context.ts';
import { Refusal, refuse } from '../../http/answer.ts';
import { actorOf, logTypes, writeLog } from '../../resources/logs/write.ts';
import { notifyOwner } from '../notify-owner.ts';
import { askForLongPassword } from '../passwords/ask-for-long-password.ts';
import { requireRecentSignIn } from '../sessions/recent-sign-in.ts';
import { holdSession, renewSession } from '../sessions/sessions.ts';
import { renewBackupCodes } from './backup-codes.ts';
import { isSecondFactor, totpPlace } from './check-code.ts';
import type { TotpSetup } from './schema.ts';
import { newTotpSecret, totpUri } from './totp.ts';
import { enableTotp, findTotpSecret, hasSecondFactor, removeTotp, storeTotpSecret } from './totp-repository.ts';

const alreadyOn = 'The second factor is on already. Turn it off first.';
const isOff = 'The second factor is off.';
const wrongCode = 'This code is wrong, or was used before.';

/** Answers a new secret for an authenticator app. It counts from `enableSecondFactor` on. */
export async function setUpSecondFactor(
  { db, keys, options }: Context,
  request: FastifyRequest,
): Promise<Static<typeof TotpSetup> | Refusal> {
  const session = requireRecentSignIn(request);
  const { id, username } = request.user;
  const secret = newTotpSecret();
  const isStored = await db.transaction().execute(async (trx) => {
    await holdSession(trx, id, session);
    return storeTotpSecret(trx, id, seal(keys.totpKey, secret, totpPlace(id)));
  });
  if (!isStored) return refuse(alreadyOn);
  const { SystemName } = await options.read();
  const uri = totpUri(secret, SystemName, username);
  return { secret, uri, qr_code: await toDataURL(uri) };
}

/** What a change of the second factor leads to. */
export interface Changed {
  /** Of the session, renewed; all others have ended. */
  readonly sid: string;
  readonly backupCodes: string[];
}

/** Asks for a code from now on, once one has shown that the app and we agree. */
export async function enableSecondFactor(
  context: Context,
  request: FastifyRequest,
  code: string,
): Promise<Changed | Refusal> {
  const offered = await findTotpSecret(context.db, request.user.id);
  if (!offered) return refuse(wrongCode);
  if (offered.isEnabled) return refuse(alreadyOn);
  // Another page of the user may have asked for another secret since: nobody has shown a code of that one.
  return change(context, request, code, 'The second factor was turned on', async (trx, userId) =>
    (await enableTotp(trx, userId, offered.sealed)) ? renewBackupCodes(trx, userId) : refuse(wrongCode),
  );
}

/** Turns it off, for who can still show it: a code of the app, or a backup code. */
export async function disableSecondFactor(
  context: Context,
  request: FastifyRequest,
  code: string,
): Promise<Changed | Refusal> {
  if (!(await hasSecondFactor(context.db, request.user.id))) return refuse(isOff);
  return change(context, request, code, 'The second factor was turned off', async (trx, userId) => {
    if (!(await removeTotp(trx, userId))) return refuse(isOff);
    await askForLongPassword(trx, userId);
    return [];
  });
}

/** New backup codes in place of all earlier ones. */
export async function replaceBackupCodes(
  context: Context,
  request: FastifyRequest,
  code: string,
): Promise<Changed | Refusal> {
  if (!(await hasSecondFactor(context.db, request.user.id))) return refuse(isOff);
  return change(context, request, code, 'New backup codes were made', renewBackupCodes);
}

/** One change by a user who signed in just now and shows a code: recorded, told, and the other sessions ended. */
async function change(
  context: Context,
  request: FastifyRequest,
  code: string,
  what: string,
  make: (trx: Transaction<Schema>, userId: number) => Promise<string[] | Refusal>,
): Promise<Changed | Refusal> {
  const session = requireRecentSignIn(request);
  const actor = actorOf(request);
  if (!(await isSecondFactor(context, actor.id, code))) return refuse(wrongCode);
  return context.db.transaction().execute(async (trx) => {
    await holdSession(trx, actor.id, session);
    const backupCodes = await make(trx, actor.id);
    if (backupCodes instanceof Refusal) return backupCodes;
    await writeLog(trx, logTypes.manage, actor, what);
    await notifyOwner(context, trx, actor.id, what);
    return { sid: await renewSession(trx, actor.id, session), backupCodes };
  });
}
