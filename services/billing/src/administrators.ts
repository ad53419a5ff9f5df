import type { Schema } from '@switchyard/db';
import type { Kysely } from 'kysely';

const administrator = 10;
const enabled = 1;

/** Where root and all administrators are written to. */
export async function administratorAddresses(db: Kysely<Schema>): Promise<string[]> {
  const people = await db
    .selectFrom('users')
    .select('email')
    .where('role', '>=', administrator)
    .where('status', '=', enabled)
    .where('deleted_at', 'is', null)
    .execute();
  // An address is stored when it was verified.
  return people.flatMap(({ email }) => email ?? []);
}
