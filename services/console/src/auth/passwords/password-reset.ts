import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashPassword, randomPassword } from '@switchyard/crypto';
import { queueMail } from '@switchyard/mail';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { type Refusal, refuse } from '../../http/answer.ts';
import { limitedAddress } from '../../http/origin.ts';
import { limit } from '../../http/too-many-requests.ts';
import { logTypes, writeLog } from '../../resources/logs/write.ts';
import { features } from '../features.ts';
import { parseEmailAddress } from '../mail/email-address.ts';
import { limitMailCalls, limitMailsTo } from '../mail/mail-limits.ts';
import { passwordResetText, resetMinutes, resetText } from '../mail/mail-texts.ts';
import { hashSecret } from '../secret-hash.ts';
import { revokeAccess } from '../sessions/revoke-access.ts';
import { refuseRobots } from '../turnstile.ts';
import { forgetPasswordTries } from './password-attempts.ts';

const triesPerWindow = 20;
const windowMs = 20 * 60_000;
const life = sql<Date>`now() + make_interval(mins => ${sql.lit(resetMinutes)})`;
/** Longer than the work for an address that has an account, so that the answer's duration does not tell of one. */
const leastAnswerMs = 300;

/** Mails a link for a new password. The answer does not tell whether the address has an account. */
export async function askForReset(
  context: Context,
  { email, turnstile }: { readonly email: string; readonly turnstile?: string },
  { ip, log }: { readonly ip: string; readonly log: FastifyBaseLogger },
): Promise<null | Refusal> {
  await limitMailCalls(context.kv.limiter, ip);
  const robot = await refuseRobots(context, turnstile, ip);
  if (robot) return robot;
  const unavailable = await refuseReset(context);
  if (unavailable) return unavailable;
  const address = parseEmailAddress(email);
  if (address === undefined) return refuse('Enter a valid e-mail address.');
  await limitMailsTo(context.kv.limiter, address, log);
  await Promise.all([mailLink(context, address), sleep(leastAnswerMs)]);
  return null;
}

/**
 * Replaces the password of the link's user by a random one and answers it. A link works once. Every session and the access token
 * end; the second factor stays.
 */
export async function resetPassword(
  context: Context,
  { email, token }: { readonly email: string; readonly token: string },
  { ip, requestId }: { readonly ip: string; readonly requestId: string },
): Promise<string | Refusal> {
  const { db, keys, kv } = context;
  await limit(kv.limiter, `reset:${limitedAddress(ip)}`, triesPerWindow, windowMs);
  const unavailable = await refuseReset(context);
  if (unavailable) return unavailable;
  const options = await context.options.read();
  const password = randomPassword();
  const hash = await hashPassword(password);
  const address = parseEmailAddress(email) ?? '';
  const userId = await db.transaction().execute(async (trx) => {
    // Held first: whoever changes the password otherwise takes the two rows in this order.
    await trx.selectFrom('users').select('id').where('email', '=', address).forUpdate().execute();
    const user = await trx
      .deleteFrom('password_resets')
      .using('users')
      .whereRef('users.id', '=', 'password_resets.user_id')
      .where('token_hash', '=', hashSecret(token))
      .where('expires_at', '>', sql<Date>`now()`)
      .where('users.email', '=', address)
      .where('users.status', '=', 1)
      .where('users.deleted_at', 'is', null)
      .returning(['users.id', 'users.username', 'users.role', 'users.email'])
      .executeTakeFirst();
    if (!user?.email) return undefined;
    await trx
      .updateTable('users')
      .set({ password_hash: hash, must_change_password: false })
      .where('id', '=', user.id)
      .execute();
    await revokeAccess(trx, user.id);
    await writeLog(trx, logTypes.manage, { ...user, ip, requestId }, 'Reset the password by e-mail');
    await queueMail(trx, keys.optionKey, { to: user.email, ...passwordResetText(options) });
    return user.id;
  });
  if (userId === undefined) return refuse('This reset link is not valid or has expired. Ask for a new one.');
  await forgetPasswordTries(kv.limiter, String(userId));
  return password;
}

async function refuseReset({ options }: Context): Promise<Refusal | undefined> {
  const [set, secrets] = await Promise.all([options.read(), options.secrets()]);
  if (!set.PasswordLoginEnabled) return refuse('Password login is disabled by the administrator.');
  if (features(set, secrets).passwordReset) return undefined;
  return refuse('Passwords cannot be reset by mail here. Ask the administrator.');
}

/** Leaves a link to the user of an address, if there is one. Links of earlier mails end. */
async function mailLink({ db, keys, options }: Context, address: string): Promise<void> {
  const site = await options.read();
  const token = randomBytes(32).toString('base64url');
  const values = { token_hash: hashSecret(token), expires_at: life };
  await db.transaction().execute(async (trx) => {
    // Held: whoever changes the address meanwhile voids the links that were mailed to it, and must see this one.
    const user = await trx
      .selectFrom('users')
      .select('id')
      .where('email', '=', address)
      .where('status', '=', 1)
      .where('deleted_at', 'is', null)
      .forShare()
      .executeTakeFirst();
    if (!user) return;
    await trx
      .insertInto('password_resets')
      .values({ user_id: user.id, ...values })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
      .execute();
    await queueMail(trx, keys.optionKey, { to: address, ...resetText(site, address, token) }, resetMinutes);
  });
}
