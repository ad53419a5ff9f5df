import { hashPassword, passwordProblem, verifyPassword } from '@switchyard/crypto';
import type { Database } from '@switchyard/db';
import type { Static } from 'typebox';
import type { Context } from '../context.ts';
import { type Refusal, refuse } from '../http/answer.ts';
import { parseEmailAddress } from './email-address.ts';
import { countPasswordTry, forgetPasswordTries } from './password-attempts.ts';
import { rootRole } from './roles.ts';
import type { Credentials } from './schema.ts';

export interface Attempt {
  readonly ip: string;
  readonly onWrong: () => void;
}

/**
 * The id of the user with this name (any case) or proved e-mail address and this password. Unknown names and wrong passwords take
 * the same time and get the same answer.
 */
export async function checkPassword(
  context: Context,
  { username, password }: Static<typeof Credentials>,
  { ip, onWrong }: Attempt,
): Promise<number | Refusal> {
  const name = username.trim().normalize('NFKC').toLowerCase();
  const user = await findUser(context.db, name);
  // Root stays able to sign in, so that the switch cannot lock everybody out.
  const { PasswordLoginEnabled } = await context.options.read();
  if (!PasswordLoginEnabled && user?.role !== rootRole) {
    return refuse('Password login is disabled by the administrator.');
  }
  const account = user ? String(user.id) : `unknown:${name}`;
  await countPasswordTry(context.kv.limiter, account, ip);
  const { valid, rehash } = await verifyPassword(user?.password_hash ?? undefined, password);
  if (!user || !valid) {
    onWrong();
    return refuse('Wrong username or password.');
  }
  await forgetPasswordTries(context.kv.limiter, account);
  if (rehash && !passwordProblem(password)) await storeHash(context.db, user.id, await hashPassword(password));
  return user.id;
}

/** A username never has an @, so a name is one or the other. */
function findUser(db: Database, name: string) {
  const address = parseEmailAddress(name);
  return db
    .selectFrom('users')
    .select(['id', 'role', 'password_hash'])
    .where((on) => (address ? on('email', '=', address) : on(on.fn('lower', ['username']), '=', name)))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

async function storeHash(db: Database, userId: number, hash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute();
}
