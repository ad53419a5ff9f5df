import { base62, randomText } from '@switchyard/crypto';
import type { Database, Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';
import { hashSecret } from '../secret-hash.ts';
import type { SignedIn } from './sessions.ts';

/** With or without `Bearer`: older clients send the bare value. */
const written = /^(?:Bearer )?(at_[0-9A-Za-z]{32})$/;

/** Makes the user's system access token, which replaces the earlier one. The database keeps its hash only. */
export async function renewAccessToken(trx: Transaction<Schema>, userId: number): Promise<string> {
  const token = `at_${randomText(base62, 32)}`;
  const values = { token_hash: hashSecret(token), created_at: sql<Date>`now()`, used_at: null };
  await trx
    .insertInto('access_tokens')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
  return token;
}

/** The user's programs are refused from the next call on. */
export async function dropAccessToken(trx: Transaction<Schema>, userId: number): Promise<void> {
  await trx.deleteFrom('access_tokens').where('user_id', '=', userId).execute();
}

/** The user of the token in an Authorization header, as the database knows them now. Notes the use, at most once a minute. */
export async function findByAccessToken(db: Database, authorization: string): Promise<SignedIn | undefined> {
  const token = written.exec(authorization)?.[1];
  if (token === undefined) return undefined;
  const row = await db
    .selectFrom('access_tokens')
    .innerJoin('users', 'users.id', 'access_tokens.user_id')
    .select(['users.id', 'users.username', 'users.role', 'users.group'])
    .select(sql<boolean>`coalesce(used_at < now() - interval '1 minute', true)`.as('stale'))
    .where('token_hash', '=', hashSecret(token))
    .where('users.status', '=', 1)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { stale, ...user } = row;
  if (stale)
    await db.updateTable('access_tokens').set({ used_at: sql`now()` }).where('user_id', '=', user.id).execute();
  return user;
}
