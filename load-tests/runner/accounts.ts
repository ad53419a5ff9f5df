import type { Database } from '@switchyard/db';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Customer } from '../plant/plant.ts';
import { givePassword, signIn } from '../plant/sign-in.ts';

/** A customer who has signed in at the console, with the access token that programs use. */
export interface Account {
  readonly id: number;
  readonly token: string;
}

const AccessToken = Type.Object({ success: Type.Literal(true), data: Type.String() });

/** Gives each customer a password, signs them in and takes out an access token, as they would. */
export async function openAccounts(db: Database, address: string, people: readonly Customer[]): Promise<Account[]> {
  await givePassword(db, people);
  return Promise.all(
    people.map(async (customer) => {
      const headers = await signIn(address, customer);
      const reply = await fetch(`${address}/api/user/token`, { headers });
      return { id: customer.userId, token: Value.Parse(AccessToken, await reply.json()).data };
    }),
  );
}
