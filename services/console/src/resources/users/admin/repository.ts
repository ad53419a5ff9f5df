import type { Database, Schema } from '@switchyard/db';
import { type Kysely, type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import { rootRole } from '../../../auth/roles.ts';
import type { Page } from '../../../http/page.ts';
import { containing } from '../../containing.ts';
import type { Actor } from '../../logs/write.ts';

export interface UserSearch {
  readonly keyword?: string;
  readonly group?: string;
}

/** The same expressions as in the indexes users_search and users_groups. */
const searched = sql`lower(users.username || chr(10) || users.display_name || chr(10) || coalesce(users.email, ''))`;
const groups = sql`string_to_array(replace(users."group", ', ', ','), ',')`;

export type UserRow = Awaited<ReturnType<typeof listUsers>>['rows'][number];

/** A page of the users whom the actor may see, newest first, deleted ones among them. */
export async function listUsers(db: Database, actor: Pick<Actor, 'role'>, page: Page, search: UserSearch = {}) {
  const found = matching(db.selectFrom('users'), actor, search);
  const rows = await withDetails(db)
    .where('users.id', 'in', found.select('users.id').orderBy('users.id', 'desc').limit(page.size).offset(page.offset))
    .orderBy('users.id', 'desc')
    .execute();
  const { total } = await found.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}

export function findUser(db: Kysely<Schema>, id: number): Promise<UserRow | undefined> {
  return withDetails(db).where('users.id', '=', id).executeTakeFirst();
}

function withDetails(db: Kysely<Schema>) {
  return db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.user_id', 'users.id')
    .leftJoin('totp_secrets', 'totp_secrets.user_id', 'users.id')
    .select(['users.id', 'username', 'display_name', 'role', 'status', 'group', 'email', 'created_at', 'deleted_at'])
    .select(['rpm_limit', 'tpm_limit', 'concurrency_limit'])
    .select(['aff_code', 'aff_count', 'aff_quota', 'aff_history', 'inviter_id'])
    .select(['balance', 'used_quota', 'request_count', 'frozen', 'frozen_reason'])
    .select(sql<boolean>`totp_secrets.enabled_at IS NOT NULL`.as('hasSecondFactor'));
}

function matching(
  query: SelectQueryBuilder<Schema, 'users', object>,
  actor: Pick<Actor, 'role'>,
  { keyword = '', group = '' }: UserSearch,
) {
  let found = query;
  // Administrators read users below them only; root reads all.
  if (actor.role < rootRole) found = found.where('role', '<', actor.role);
  if (group) found = found.where(sql<boolean>`${groups} @> ARRAY[${group}]`);
  const text = keyword.trim().toLowerCase();
  if (!text) return found;
  const contains = sql<boolean>`${searched} LIKE ${containing(text)}`;
  const isId = /^[1-9]\d{0,14}$/.test(text);
  return found.where((on) => (isId ? on.or([contains, on('users.id', '=', Number(text))]) : contains));
}

export type HeldUser = NonNullable<Awaited<ReturnType<typeof lockBoth>>['user']>;

/** Actor and user as they are now, held until the transaction ends; in order of their ids, so that two calls never wait in a circle. */
export async function lockBoth(trx: Transaction<Schema>, actorId: number, userId: number) {
  const rows = await trx
    .selectFrom('users')
    .select(['id', 'username', 'display_name', 'email', 'group', 'role', 'status', 'deleted_at'])
    .select(['rpm_limit', 'tpm_limit', 'concurrency_limit'])
    .where('id', 'in', [actorId, userId])
    .orderBy('id')
    .forUpdate()
    .execute();
  return { actor: rows.find(({ id }) => id === actorId), user: rows.find(({ id }) => id === userId) };
}
