import type { Database, Schema } from '@switchyard/db';
import { type Insertable, type Kysely, type Selectable, sql, type Transaction, type UpdateObject } from 'kysely';
import type { Page } from '../../http/page.ts';
import { tokenStatus } from './present.ts';

export type TokenRow = Selectable<Schema['tokens']>;
export type TokenValues = UpdateObject<Schema, 'tokens'>;
export type NewTokenValues = Insertable<Schema['tokens']>;

export interface TokenSearch {
  /** Part of the name, any case. */
  readonly keyword?: string;
  readonly keyHash?: Buffer;
  /** As `statusOf` tells it. */
  readonly status?: number;
}

/** `statusOf` in SQL. */
const shownStatus = sql<number>`CASE
  WHEN status = ${sql.lit(tokenStatus.disabled)} THEN ${sql.lit(tokenStatus.disabled)}
  WHEN expires_at <= now() THEN ${sql.lit(tokenStatus.expired)}
  WHEN NOT unlimited_quota AND remain_quota <= 0 THEN ${sql.lit(tokenStatus.exhausted)}
  ELSE ${sql.lit(tokenStatus.enabled)} END`;

/** A page of a user's keys, newest first. The owner stands in every query of this file. */
export async function listTokens(db: Database, userId: number, page: Page, search: TokenSearch = {}) {
  let query = db.selectFrom('tokens').where('user_id', '=', userId).where('deleted_at', 'is', null);
  if (search.keyword) query = query.where(sql<boolean>`position(lower(${search.keyword}) in lower(name)) > 0`);
  if (search.keyHash) query = query.where('key_hash', '=', search.keyHash);
  if (search.status) query = query.where(shownStatus, '=', search.status);
  const rows = await query.selectAll().orderBy('id', 'desc').limit(page.size).offset(page.offset).execute();
  const { total } = await query.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}

export function findToken(db: Kysely<Schema>, userId: number, id: number): Promise<TokenRow | undefined> {
  return owned(db, userId, id).executeTakeFirst();
}

/** Keys that were made after `since`, in the order in which they were. */
export function findTokensMade(
  db: Kysely<Schema>,
  userId: number,
  ids: readonly number[],
  since: Date,
): Promise<TokenRow[]> {
  return several(db, userId, ids).where('created_at', '>', since).execute();
}

/** The rows, locked until the transaction ends, in one order for all: calls that run together wait for each other. */
export function lockTokens(trx: Transaction<Schema>, userId: number, ids: readonly number[]): Promise<TokenRow[]> {
  return several(trx, userId, ids).forUpdate().execute();
}

/** The row, locked until the transaction ends. */
export function lockToken(trx: Transaction<Schema>, userId: number, id: number): Promise<TokenRow | undefined> {
  return owned(trx, userId, id).forUpdate().executeTakeFirst();
}

function owned(db: Kysely<Schema>, userId: number, id: number) {
  return several(db, userId, [id]);
}

function several(db: Kysely<Schema>, userId: number, ids: readonly number[]) {
  return db
    .selectFrom('tokens')
    .selectAll()
    .where('id', 'in', ids)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('id');
}

/** How many keys a user has; holds the user's row, so that parallel calls cannot pass a limit together. */
export async function countTokens(trx: Transaction<Schema>, userId: number): Promise<number> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const { count } = await trx
    .selectFrom('tokens')
    .select((on) => on.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertToken(trx: Transaction<Schema>, values: NewTokenValues): Promise<number> {
  const { id } = await trx.insertInto('tokens').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateToken(trx: Transaction<Schema>, id: number, values: TokenValues): Promise<void> {
  await trx.updateTable('tokens').set(values).where('id', '=', id).execute();
}
