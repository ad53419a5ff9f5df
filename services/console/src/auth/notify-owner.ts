import type { Schema } from '@switchyard/db';
import { queueMail } from '@switchyard/mail';
import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';

/**
 * Tells the owner of an account by mail what was done to it, so that they notice when it was somebody else. Without a proved address
 * nobody is told.
 */
export async function notifyOwner(
  { keys, options }: Context,
  trx: Transaction<Schema>,
  userId: number,
  what: string,
): Promise<void> {
  const { SystemName } = await options.read();
  const { email, username } = await trx
    .selectFrom('users')
    .select(['email', 'username'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (!email) return;
  await queueMail(trx, keys.optionKey, {
    to: email,
    subject: `${SystemName}: ${what}`,
    text: [
      `Hello ${username},`,
      `${what}. If it was not you, change your password at once and end your other sessions in the personal settings.`,
      SystemName,
    ].join('\n\n'),
  });
}
