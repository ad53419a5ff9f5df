import { randomBytes } from 'node:crypto';
import type { Schema } from '@switchyard/db';
import { type Insertable, type Kysely, sql, type Transaction } from 'kysely';

/** A user's passkeys, oldest first. The owner stands in every query that a user's call reaches. */
export function listPasskeys(db: Kysely<Schema>, userId: number) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'credential_id', 'transports', 'name', 'synced', 'created_at', 'used_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

/** False when the credential is known, whoever has it. */
export async function insertPasskey(
  trx: Transaction<Schema>,
  passkey: Insertable<Schema['passkeys']>,
): Promise<boolean> {
  const inserted = await trx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function renamePasskey(db: Kysely<Schema>, userId: number, id: number, name: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The name of what was removed. */
export async function removePasskey(trx: Transaction<Schema>, userId: number, id: number): Promise<string | undefined> {
  const removed = await trx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst();
  return removed?.name;
}

export type KnownPasskey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>;

/** The passkey with this credential id, with its user's handle and the version of their access. */
export function findPasskey(db: Kysely<Schema>, credentialId: string) {
  return db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select([
      'passkeys.id',
      'user_id',
      'username',
      'role',
      'passkey_handle',
      'access_version',
      'credential_id',
      'public_key',
      'transports',
    ])
    .select('name')
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

/**
 * Notes a use and the passkey's counter. False when the counter has not grown, which tells of a copy; passkeys that are kept on
 * several devices always say 0 (WebAuthn, section 6.1.1).
 */
export async function noteUse(db: Kysely<Schema>, id: number, counter: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter, used_at: sql`now()` })
    .where('id', '=', id)
    .where(sql<boolean>`(counter < ${counter} OR greatest(counter, ${counter}) = 0)`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What passkeys know the user by: 64 random bytes, made at the first one and kept. */
export async function passkeyHandle(db: Kysely<Schema>, userId: number): Promise<Buffer> {
  const { handle } = await db
    .updateTable('users')
    .set({ passkey_handle: sql`coalesce(passkey_handle, ${randomBytes(64)})` })
    .where('id', '=', userId)
    .returning(sql<Buffer>`passkey_handle`.as('handle'))
    .executeTakeFirstOrThrow();
  return handle;
}
