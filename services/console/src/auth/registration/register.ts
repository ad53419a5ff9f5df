import { hashPassword } from '@switchyard/crypto';
import type { Context } from '../../context.ts';
import { Refusal, refuse } from '../../http/answer.ts';
import { limitedAddress } from '../../http/origin.ts';
import { limit } from '../../http/too-many-requests.ts';
import { readEmailAddress } from '../mail/email-address.ts';
import { codeSubject, dropEmailCode, isRightCode } from '../mail/email-code.ts';
import { refuseWeakPassword } from '../passwords/new-password.ts';
import { refuseRobots } from '../turnstile.ts';
import { createUser } from './create-user.ts';
import { refuseRegistration } from './refuse-registration.ts';
import { readUsername } from './username.ts';

export interface Registration {
  readonly username: string;
  readonly password: string;
  readonly password2: string;
  readonly email: string;
  readonly verification_code: string;
  readonly aff_code: string;
}

export interface Newcomer {
  readonly ip: string;
  readonly requestId: string;
  /** Names the browser. */
  readonly browser: string;
}

const triesPerWindow = 20;
const windowMs = 20 * 60_000;
const wrongCode = 'The verification code is wrong or has expired. Ask for a new one.';

/** Adds an account with a password. An address that nobody had to prove is not kept. */
export async function register(
  context: Context,
  form: Registration,
  turnstile: string | undefined,
  { ip, requestId, browser }: Newcomer,
): Promise<null | Refusal> {
  const { db, keys, kv } = context;
  const options = await context.options.read();
  const closed = refuseRegistration(options);
  if (closed) return closed;
  await limit(kv.limiter, `register:${limitedAddress(ip)}`, triesPerWindow, windowMs);
  const robot = await refuseRobots(context, turnstile, ip);
  if (robot) return robot;
  const username = readUsername(form.username);
  if (username instanceof Refusal) return username;
  if (form.password !== form.password2) return refuse('The two passwords differ.');
  const email = options.EmailVerificationEnabled ? readEmailAddress(options, form.email) : undefined;
  if (email instanceof Refusal) return email;
  const weak = refuseWeakPassword(form.password, [username, ...(email ? [email] : [])]);
  if (weak) return weak;
  const subject = email && codeSubject({ browser }, email);
  const code = form.verification_code.trim();
  if (subject && !(await isRightCode(db, keys.emailCodeKey, subject, code))) return refuse(wrongCode);
  const passwordHash = await hashPassword(form.password);
  const newUser = { username, passwordHash, affCode: form.aff_code.trim(), ip, requestId, ...(email && { email }) };
  return db.transaction().execute(async (trx) => {
    const created = await createUser(trx, options, newUser);
    // A code outlives a name that was taken: the same person tries the next one.
    if (created instanceof Refusal) return created;
    if (subject) await dropEmailCode(trx, keys.emailCodeKey, subject);
    return null;
  });
}
