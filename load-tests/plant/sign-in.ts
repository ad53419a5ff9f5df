import { hashPassword } from '@switchyard/crypto';
import type { Database } from '@switchyard/db';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Customer } from './plant.ts';

const password = 'the gulls count the waves';
const SignedIn = Type.Object({ success: Type.Literal(true) });

/** Gives customers, who have none, the password that they sign in with. */
export async function givePassword(db: Database, people: readonly Customer[]): Promise<void> {
  const ids = people.map(({ userId }) => userId);
  await db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('id', 'in', ids)
    .execute();
}

/** Signs a customer in at the console; answers the headers that a browser sends from then on. */
export async function signIn(address: string, { name, userId }: Customer): Promise<Record<string, string>> {
  const reply = await fetch(`${address}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: name, password }),
  });
  Value.Parse(SignedIn, await reply.json());
  const cookies = reply.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
  const echo = cookies.find((cookie) => cookie.startsWith('session='))?.slice('session='.length) ?? '';
  return {
    cookie: cookies.join('; '),
    authorization: `Bearer ${decodeURIComponent(echo)}`,
    'new-api-user': String(userId),
  };
}
