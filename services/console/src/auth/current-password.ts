import { verifyPassword } from '@switchyard/crypto';
import type { Context } from '../context.ts';
import { countPasswordTry, forgetPasswordTries } from './password-attempts.ts';

/** True when this is the password of a user who is signed in. Counts like a sign-in; throws TooManyRequests. */
export async function isCurrentPassword(
  { db, kv }: Context,
  { id, ip }: { readonly id: number; readonly ip: string },
  password: string,
): Promise<boolean> {
  await countPasswordTry(kv.limiter, String(id), ip);
  const { password_hash: hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { valid } = await verifyPassword(hash ?? undefined, password);
  if (valid) await forgetPasswordTries(kv.limiter, String(id));
  return valid;
}
