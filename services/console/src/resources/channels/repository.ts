import type { Database, Schema } from '@switchyard/db';
import { type Insertable, type Kysely, type Selectable, sql, type Transaction, type UpdateObject } from 'kysely';
import type { Page } from '../../http/page.ts';
import type { ListQuery } from './schema.ts';

export type ChannelRow = Omit<Selectable<Schema['channels']>, 'key_sealed'>;
export type ChannelValues = UpdateObject<Schema, 'channels'>;

/** Everything but the sealed key, which nothing here needs to read. */
const columns = [
  'id',
  'type',
  'name',
  'status',
  'status_reason',
  'status_changed_at',
  'base_url',
  'other',
  'organization',
  'models',
  'groups',
  'model_mapping',
  'status_code_mapping',
  'param_override',
  'setting',
  'priority',
  'weight',
  'tag',
  'auto_ban',
  'test_model',
  'created_at',
  'tested_at',
  'response_time_ms',
  'balance',
  'balance_currency',
  'balance_updated_at',
  'used_quota',
] as const;

/** A page of channels by priority (or by id), newest first, narrowed by id or part of the name, group and model. */
export async function listChannels(db: Database, page: Page, search: ListQuery) {
  let query = db.selectFrom('channels');
  const keyword = search.keyword.trim();
  if (keyword) {
    query = query.where((on) =>
      on.or([
        sql<boolean>`position(lower(${keyword}) in lower(name)) > 0`,
        ...(/^\d{1,15}$/.test(keyword) ? [on('id', '=', Number(keyword))] : []),
      ]),
    );
  }
  if (search.group) query = query.where(sql<boolean>`${search.group} = ANY (groups)`);
  if (search.model) query = query.where(sql<boolean>`array_to_string(models, ',') ILIKE ${containing(search.model)}`);
  const ordered = search.id_sort ? query : query.orderBy('priority', 'desc');
  const rows = await ordered.select(columns).orderBy('id', 'desc').limit(page.size).offset(page.offset).execute();
  const { total } = await query.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}

export function findChannel(db: Kysely<Schema>, id: number): Promise<ChannelRow | undefined> {
  return db.selectFrom('channels').select(columns).where('id', '=', id).executeTakeFirst();
}

/** The row, locked until the transaction ends. */
export function lockChannel(trx: Transaction<Schema>, id: number): Promise<ChannelRow | undefined> {
  return trx.selectFrom('channels').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function insertChannel(trx: Transaction<Schema>, values: Insertable<Schema['channels']>): Promise<number> {
  const { id } = await trx.insertInto('channels').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateChannel(db: Kysely<Schema>, id: number, values: ChannelValues): Promise<void> {
  if (Object.keys(values).length > 0) await db.updateTable('channels').set(values).where('id', '=', id).execute();
}

export async function deleteChannel(trx: Transaction<Schema>, id: number): Promise<ChannelRow | undefined> {
  return trx.deleteFrom('channels').where('id', '=', id).returning(columns).executeTakeFirst();
}

/** Writes anew which group reaches which model through the channel. */
export async function rebuildAbilities(trx: Transaction<Schema>, id: number): Promise<void> {
  await trx.deleteFrom('abilities').where('channel_id', '=', id).execute();
  await sql`
    INSERT INTO abilities ("group", model, channel_id, enabled, priority, weight)
    SELECT DISTINCT member, model, channels.id, status = 1, priority, weight
    FROM channels, unnest(groups) AS member, unnest(models) AS model
    WHERE channels.id = ${id}`.execute(trx);
}

function containing(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`;
}
