import { queueMail } from '@switchyard/mail';
import type { FastifyBaseLogger } from 'fastify';
import type { Context } from '../../context.ts';
import { Refusal, refuse } from '../../http/answer.ts';
import { features } from '../features.ts';
import { refuseRegistration } from '../registration/refuse-registration.ts';
import { refuseRobots } from '../turnstile.ts';
import { isAddressTaken } from './claim-address.ts';
import { readEmailAddress } from './email-address.ts';
import { codeMinutes, codeSubject, issueEmailCode } from './email-code.ts';
import { limitMailCalls, limitMailsTo } from './mail-limits.ts';
import { addressUsedText, codeText } from './mail-texts.ts';

export interface CodeWish {
  readonly email: string;
  readonly turnstile?: string;
}

export interface Asker {
  readonly ip: string;
  /** The user who is signed in; absent: somebody who registers. */
  readonly userId?: number;
  /** Names the browser. */
  readonly browser: string;
  readonly log: FastifyBaseLogger;
}

/**
 * Mails a code that proves an address. The answer is the same, and takes the same steps, when the address belongs to somebody
 * already: that is told to its owner alone.
 */
export async function sendEmailCode(context: Context, wish: CodeWish, asker: Asker): Promise<null | Refusal> {
  const { db, keys, kv } = context;
  await limitMailCalls(kv.limiter, asker.ip);
  const robot = await refuseRobots(context, wish.turnstile, asker.ip);
  if (robot) return robot;
  const [options, secrets] = await Promise.all([context.options.read(), context.options.secrets()]);
  if (asker.userId === undefined) {
    const closed = refuseRegistration(options);
    if (closed) return closed;
    if (!options.EmailVerificationEnabled) return refuse('Registration needs no e-mail address here.');
  }
  if (!features(options, secrets).canMail) return refuse('No mail server is set up here. Ask the administrator.');
  const address = readEmailAddress(options, wish.email);
  if (address instanceof Refusal) return address;
  await limitMailsTo(kv.limiter, address, asker.log);
  const subject = codeSubject(asker, address);
  const isTaken = await isAddressTaken(db, options, address, asker.userId);
  await db.transaction().execute(async (trx) => {
    const code = await issueEmailCode(trx, keys.emailCodeKey, subject);
    const text = isTaken ? addressUsedText(options) : codeText(options, code);
    await queueMail(trx, keys.optionKey, { to: address, ...text }, codeMinutes);
  });
  return null;
}
