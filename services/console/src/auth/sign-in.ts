import { hashPassword, passwordProblem, verifyPassword } from '@switchyard/crypto';
import type { Database } from '@switchyard/db';
import type { Context } from '../context.ts';
import { refuse } from '../http/answer.ts';
import { countPasswordTry, forgetPasswordTries } from './password-attempts.ts';
import { rootRole } from './roles.ts';
import { openSession } from './sessions.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface Visitor {
  readonly ip: string;
  readonly userAgent: string;
}

/**
 * Signs in by username (any case) and password. Unknown names and wrong passwords take the same time and get the same
 * answer; that an account is disabled is said only to who knows its password.
 */
export async function signIn(context: Context, { username, password }: Credentials, visitor: Visitor) {
  const name = username.trim().normalize('NFKC').toLowerCase();
  const user = await findUser(context.db, name);
  const account = user ? String(user.id) : `unknown:${name}`;
  await countPasswordTry(context.kv.limiter, account, visitor.ip);
  const { valid, rehash } = await verifyPassword(user?.password_hash ?? undefined, password);
  if (!user || !valid) return refuse('Wrong username or password.');
  // Root stays able to sign in, so that the switch cannot lock everybody out.
  const { PasswordLoginEnabled } = await context.options.read();
  if (!PasswordLoginEnabled && user.role < rootRole) return refuse('Password login is disabled by the administrator.');
  if (user.status !== 1) return refuse('This account is disabled. Ask an administrator.');
  await forgetPasswordTries(context.kv.limiter, account);
  const newHash = rehash && !passwordProblem(password) ? await hashPassword(password) : undefined;
  const sid = await context.db.transaction().execute(async (trx) => {
    if (newHash) await trx.updateTable('users').set({ password_hash: newHash }).where('id', '=', user.id).execute();
    return openSession(trx, { userId: user.id, ...visitor, method: 'password' });
  });
  return { sid, user };
}

function findUser(db: Database, name: string) {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'display_name', 'role', 'status', 'group', 'password_hash', 'must_change_password'])
    .where((on) => on(on.fn('lower', ['username']), '=', name))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}
