import type { Schema } from '@switchyard/db';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type Static, Type } from 'typebox';
import type { Entrant } from '../sessions/sessions.ts';
import type { ProviderName } from './provider.ts';

/** The accounts elsewhere that a user's view shows; empty where none is bound. */
export const BoundIdentities = Type.Object({
  github_id: Type.String(),
  linux_do_id: Type.String(),
  oidc_id: Type.String(),
  telegram_id: Type.String(),
  wechat_id: Type.String(),
});
export type BoundIdentities = Static<typeof BoundIdentities>;

const fieldOf: Record<ProviderName, keyof BoundIdentities> = {
  github: 'github_id',
  linuxdo: 'linux_do_id',
  oidc: 'oidc_id',
  telegram: 'telegram_id',
  wechat: 'wechat_id',
};

export const noIdentities: BoundIdentities = {
  github_id: '',
  linux_do_id: '',
  oidc_id: '',
  telegram_id: '',
  wechat_id: '',
};

/** What is bound to each of the users; users without an identity are not in the map. */
export async function identitiesOf(
  db: Kysely<Schema>,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, BoundIdentities>> {
  const bound = new Map<number, BoundIdentities>();
  if (userIds.length === 0) return bound;
  const rows = await db
    .selectFrom('identities')
    .select(['user_id', 'provider', 'subject'])
    .where('user_id', 'in', userIds)
    .execute();
  for (const { user_id: userId, provider, subject } of rows) {
    bound.set(userId, { ...(bound.get(userId) ?? noIdentities), [fieldOf[provider as ProviderName]]: subject });
  }
  return bound;
}

/** Whose identity it is, also when that user is disabled or deleted. */
export async function findOwner(
  db: Kysely<Schema>,
  provider: ProviderName,
  subject: string,
): Promise<Entrant | undefined> {
  const row = await db
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .select(['user_id', 'access_version'])
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row && { userId: row.user_id, accessVersion: row.access_version };
}

/** Until the transaction ends nobody else gives this identity to a user. */
export async function holdIdentity(trx: Transaction<Schema>, provider: ProviderName, subject: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`identity ${provider} ${subject}`}, 0))`.execute(trx);
}

/** A user's identities, in the order in which they were bound. */
export function listIdentities(db: Kysely<Schema>, userId: number) {
  return db
    .selectFrom('identities')
    .select(['provider', 'name', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
}
