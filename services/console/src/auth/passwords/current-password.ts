import { verifyPassword } from '@switchyard/crypto';
import type { Database } from '@switchyard/db';
import type { Context } from '../../context.ts';
import { countPasswordTry, forgetPasswordTries } from './password-attempts.ts';

/** False for users who only ever sign in another way. */
export async function hasPassword(db: Database, id: number): Promise<boolean> {
  return (await findHash(db, id)) !== undefined;
}

/** True when this is the password of a user who is signed in. Counts like a sign-in; throws TooManyRequests. */
export async function isCurrentPassword(
  { db, kv }: Context,
  { id, ip }: { readonly id: number; readonly ip: string },
  password: string,
): Promise<boolean> {
  await countPasswordTry(kv.limiter, String(id), ip);
  const { valid } = await verifyPassword(await findHash(db, id), password);
  if (valid) await forgetPasswordTries(kv.limiter, String(id));
  return valid;
}

async function findHash(db: Database, id: number): Promise<string | undefined> {
  const { password_hash: hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return hash ?? undefined;
}
