import { hashPassword, passwordProblem, verifyPassword } from '@switchyard/crypto';
import type { Database } from '@switchyard/db';
import type { Static } from 'typebox';
import type { Context } from '../../context.ts';
import { type Refusal, refuse } from '../../http/answer.ts';
import { parseEmailAddress } from '../mail/email-address.ts';
import { rootRole } from '../roles.ts';
import type { Credentials } from '../schema.ts';
import type { Entrant } from '../sessions/sessions.ts';
import { countPasswordTry, forgetPasswordTries } from './password-attempts.ts';

export interface Attempt {
  readonly ip: string;
  readonly onWrong: () => void;
}

/**
 * The user with this name (any case) or proved e-mail address and this password. Unknown names and wrong passwords take
 * the same time and get the same answer.
 */
export async function checkPassword(
  context: Context,
  { username, password }: Static<typeof Credentials>,
  { ip, onWrong }: Attempt,
): Promise<Entrant | Refusal> {
  const name = username.trim().normalize('NFKC');
  const user = await findUser(context.db, name);
  // Root stays able to sign in, so that the switch cannot lock everybody out.
  const { PasswordLoginEnabled } = await context.options.read();
  if (!PasswordLoginEnabled && user?.role !== rootRole) {
    return refuse('Password login is disabled by the administrator.');
  }
  const account = user ? String(user.id) : `unknown:${name.toLowerCase()}`;
  await countPasswordTry(context.kv.limiter, account, ip);
  const { valid, rehash } = await verifyPassword(user?.password_hash ?? undefined, password);
  if (!user || !valid) {
    onWrong();
    return refuse('Wrong username or password.');
  }
  await forgetPasswordTries(context.kv.limiter, account);
  if (rehash && !passwordProblem(password)) await replaceHash(context.db, user, await hashPassword(password));
  return { userId: user.id, accessVersion: user.access_version };
}

/** A username never has an @, so a name is one or the other. Postgres, whose index it is, compares cases by other rules than we. */
function findUser(db: Database, name: string) {
  const address = parseEmailAddress(name);
  return db
    .selectFrom('users')
    .select(['id', 'role', 'password_hash', 'access_version'])
    .where((on) =>
      address ? on('email', '=', address) : on(on.fn('lower', ['username']), '=', on.fn('lower', [on.val(name)])),
    )
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Unless the password has changed meanwhile. */
async function replaceHash(
  db: Database,
  { id, password_hash: old }: { readonly id: number; readonly password_hash: string | null },
  hash: string,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: hash })
    .where('id', '=', id)
    .where('password_hash', '=', old)
    .execute();
}
