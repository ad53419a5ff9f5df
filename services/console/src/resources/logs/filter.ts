import type { Database, Schema } from '@switchyard/db';
import { type ExpressionBuilder, sql } from 'kysely';
import { timeOf } from '../../http/time.ts';
import type { FilterQuery } from './schema.ts';

/** What a list or a sum of the log is narrowed by; absent is everything. */
export interface LogFilter {
  readonly userIds?: readonly number[];
  /** Keys of these users. */
  readonly tokenIds?: readonly number[];
  readonly type?: number;
  readonly model?: string;
  readonly group?: string;
  readonly channelId?: number;
  readonly requestId?: string;
  readonly minQuota?: number;
  /** Part of the text of rows that are not consumption. */
  readonly keyword?: string;
  readonly from?: Date;
  /** Exclusive. */
  readonly before?: Date;
}

const consumption = 2;
/** A search that no index serves looks back so far. */
export const unindexedDays = 31;

/**
 * The filter for a query. `ownerId` is whose rows may be seen; undefined: everybody's. Names are looked up as ids that
 * an index serves; a search that none serves covers the last 31 days unless it says from when.
 */
export async function readFilter(db: Database, query: FilterQuery, ownerId: number | undefined): Promise<LogFilter> {
  const { userIds, tokenIds } = await ownersMeant(db, query, ownerId);
  const isServed = userIds || query.model_name || query.channel || query.request_id || query.type > 0;
  const isBounded = query.min_quota > 0 || (!isServed && query.group);
  const earliest = isBounded ? new Date(Date.now() - unindexedDays * 86_400_000) : undefined;
  const from = timeOf(query.start_timestamp * 1000) ?? earliest;
  const before = query.end_timestamp > 0 ? timeOf((query.end_timestamp + 1) * 1000) : undefined;
  return {
    ...(userIds ? { userIds } : {}),
    ...(tokenIds ? { tokenIds } : {}),
    ...(query.type > 0 ? { type: query.type } : {}),
    ...(query.model_name ? { model: query.model_name } : {}),
    ...(query.group ? { group: query.group } : {}),
    ...(query.channel ? { channelId: query.channel } : {}),
    ...(query.request_id ? { requestId: query.request_id } : {}),
    ...(query.min_quota > 0 ? { minQuota: query.min_quota } : {}),
    ...(query.keyword?.trim() ? { keyword: query.keyword.trim() } : {}),
    ...(from ? { from } : {}),
    ...(before ? { before } : {}),
  };
}

/** The filter as a condition on usage_log. */
export function matching(filter: LogFilter) {
  return (on: ExpressionBuilder<Schema, 'usage_log'>) =>
    on.and([
      ...ownedBy(filter).map(([column, ids]) => on(column, 'in', anyOf(ids))),
      ...(filter.type === undefined ? [] : [on('type', '=', filter.type)]),
      ...(filter.model === undefined ? [] : [on('model', '=', filter.model)]),
      ...(filter.group === undefined ? [] : [on('group', '=', filter.group)]),
      ...(filter.channelId === undefined ? [] : [on('channel_id', '=', filter.channelId)]),
      ...(filter.requestId === undefined ? [] : [on('request_id', '=', filter.requestId)]),
      ...(filter.minQuota === undefined ? [] : [on('quota', '>=', filter.minQuota)]),
      ...(filter.keyword === undefined
        ? []
        : [on('type', '<>', consumption), on(sql`strpos(lower(content), ${filter.keyword.toLowerCase()})`, '>', 0)]),
      ...(filter.from ? [on('created_at', '>=', filter.from)] : []),
      ...(filter.before ? [on('created_at', '<', filter.before)] : []),
    ]);
}

/** A key's rows are its owner's: one index serves either, and none both. */
function ownedBy({ userIds, tokenIds }: LogFilter): ['token_id' | 'user_id', readonly number[]][] {
  if (tokenIds) return [['token_id', tokenIds]];
  return userIds ? [['user_id', userIds]] : [];
}

/** For `in`, which takes no empty list. */
export function anyOf(ids: readonly number[]): number[] {
  return ids.length > 0 ? [...ids] : [-1];
}

/** The users and keys that names stand for; undefined where none is given. */
async function ownersMeant(
  db: Database,
  { username, token_name: tokenName }: FilterQuery,
  ownerId: number | undefined,
): Promise<Pick<LogFilter, 'userIds' | 'tokenIds'>> {
  const named = ownerId === undefined && username ? await usersNamed(db, username) : undefined;
  const userIds = ownerId === undefined ? named : [ownerId];
  if (!tokenName) return userIds ? { userIds } : {};
  let keys = db.selectFrom('tokens').select(['id', 'user_id']).where('name', '=', tokenName);
  if (userIds) keys = keys.where('user_id', 'in', anyOf(userIds));
  const found = await keys.execute();
  return { userIds: [...new Set(found.map(({ user_id: id }) => id))], tokenIds: found.map(({ id }) => id) };
}

/** Ids of the users who have the name, in any case; also of deleted ones. */
export async function usersNamed(db: Database, username: string): Promise<number[]> {
  const users = await db
    .selectFrom('users')
    .select('id')
    .where((on) => on(on.fn('lower', ['username']), '=', username.trim().toLowerCase()))
    .execute();
  return users.map(({ id }) => id);
}
