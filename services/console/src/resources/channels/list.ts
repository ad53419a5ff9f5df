import type { Database, Schema } from '@switchyard/db';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Page } from '../../http/page.ts';
import { containing } from '../containing.ts';
import { type ChannelRow, channelColumns } from './repository.ts';
import type { ListQuery } from './schema.ts';

type Search = Pick<ListQuery, 'keyword' | 'group' | 'model' | 'status' | 'type' | 'tag' | 'id_sort'> & {
  /** Of the keyword, in case it is a key. */
  readonly keyHash: Buffer;
};
type Narrowed = SelectQueryBuilder<Schema, 'channels', object>;

/** A page of channels by priority (or by id), newest first. */
export async function listChannels(db: Database, page: Page, search: Search) {
  const query = narrow(db, search);
  const ordered = search.id_sort ? query : query.orderBy('priority', 'desc');
  const rows = await ordered
    .select(channelColumns)
    .orderBy('id', 'desc')
    .limit(page.size)
    .offset(page.offset)
    .execute();
  const { total } = await query.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}

/**
 * A page of tags with all their channels, one after another; a channel without a tag is a row of its own. Tags stand
 * where their first channel would. `total` counts rows.
 */
export async function listTags(db: Database, page: Page, search: Search) {
  const row = sql<string>`CASE WHEN tag IS NULL THEN 'channel ' || id ELSE 'tag ' || tag END`;
  const grouped = narrow(db, search).select(row.as('row')).groupBy(row);
  const ordered = search.id_sort ? grouped : grouped.orderBy((on) => on.fn.max('priority'), 'desc');
  const shown = await ordered
    .orderBy((on) => on.fn.max('id'), 'desc')
    .limit(page.size)
    .offset(page.offset)
    .execute();
  const names = shown.map(({ row: name }) => name);
  const channels: (ChannelRow & { row: string })[] =
    names.length === 0
      ? []
      : await narrow(db, search).select(channelColumns).select(row.as('row')).where(row, 'in', names).execute();
  const first = (a: ChannelRow, b: ChannelRow) => (search.id_sort ? 0 : b.priority - a.priority) || b.id - a.id;
  const rows = channels.sort((a, b) => names.indexOf(a.row) - names.indexOf(b.row) || first(a, b));
  const { total } = await db
    .selectFrom(grouped.as('rows'))
    .select((on) => on.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

/** All tags that channels have, by name. */
export async function listTagNames(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('channels')
    .select('tag')
    .distinct()
    .where('tag', 'is not', null)
    .orderBy('tag')
    .$narrowType<{ tag: string }>()
    .execute();
  return rows.map(({ tag }) => tag);
}

/** By id, part of the name or the whole key; by part of a model's name; by group, status, type and tag. */
function narrow(db: Database, { group, model, status, type, tag, keyHash, ...search }: Search): Narrowed {
  let query: Narrowed = db.selectFrom('channels');
  const keyword = search.keyword.trim();
  if (keyword) {
    query = query.where((on) =>
      on.or([
        sql<boolean>`position(lower(${keyword}) in lower(name)) > 0`,
        on('key_hash', '=', keyHash),
        on('id', 'in', on.selectFrom('channel_keys').select('channel_id').where('channel_keys.key_hash', '=', keyHash)),
        ...(/^\d{1,15}$/.test(keyword) ? [on('id', '=', Number(keyword))] : []),
      ]),
    );
  }
  if (group) query = query.where(sql<boolean>`${group} = ANY (groups)`);
  if (model) query = query.where(sql<boolean>`array_to_string(models, ',') ILIKE ${containing(model)}`);
  if (status) query = query.where('status', '=', status);
  if (type) query = query.where('type', '=', type);
  if (tag) query = query.where('tag', '=', tag);
  return query;
}
