import { hashPassword } from '@switchyard/crypto';
import type { Database } from '@switchyard/db';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Customer } from '../plant/plant.ts';

/** A customer who has signed in at the console, with the access token that programs use. */
export interface Account {
  readonly id: number;
  readonly token: string;
}

const password = 'the gulls count the waves';
const AccessToken = Type.Object({ success: Type.Literal(true), data: Type.String() });

/** Gives each customer a password, signs them in and takes out an access token, as they would. */
export async function openAccounts(db: Database, address: string, people: readonly Customer[]): Promise<Account[]> {
  const ids = people.map(({ userId }) => userId);
  await db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('id', 'in', ids)
    .execute();
  return Promise.all(
    people.map(async ({ name, userId: id }) => {
      const signedIn = await fetch(`${address}/api/user/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: name, password }),
      });
      const cookies = signedIn.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
      const echo = cookies.find((cookie) => cookie.startsWith('session='))?.slice('session='.length) ?? '';
      const reply = await fetch(`${address}/api/user/token`, {
        headers: {
          cookie: cookies.join('; '),
          authorization: `Bearer ${decodeURIComponent(echo)}`,
          'new-api-user': String(id),
        },
      });
      return { id, token: Value.Parse(AccessToken, await reply.json()).data };
    }),
  );
}
