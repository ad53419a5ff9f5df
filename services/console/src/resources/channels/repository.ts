import type { Schema } from '@switchyard/db';
import { type Insertable, type Kysely, type Selectable, sql, type Transaction, type UpdateObject } from 'kysely';

export type ChannelRow = Omit<Selectable<Schema['channels']>, 'key_sealed' | 'key_hash'>;
export type ChannelValues = UpdateObject<Schema, 'channels'>;

export const noChannel = 'This channel does not exist.';
export const channelStatus = { on: 1, off: 2, offBySystem: 3 } as const;

/** Everything but the key, which nothing here needs to read. */
export const channelColumns = [
  'id',
  'type',
  'name',
  'status',
  'status_reason',
  'status_changed_at',
  'base_url',
  'other',
  'organization',
  'key_mode',
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
  'cost_ratio',
  'max_input_tokens',
] as const;

export function findChannel(db: Kysely<Schema>, id: number): Promise<ChannelRow | undefined> {
  return db.selectFrom('channels').select(channelColumns).where('id', '=', id).executeTakeFirst();
}

/** The row, locked until the transaction ends. */
export function lockChannel(trx: Transaction<Schema>, id: number): Promise<ChannelRow | undefined> {
  return trx.selectFrom('channels').select(channelColumns).where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function insertChannel(trx: Transaction<Schema>, values: Insertable<Schema['channels']>): Promise<number> {
  const { id } = await trx.insertInto('channels').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateChannel(db: Kysely<Schema>, id: number, values: ChannelValues): Promise<void> {
  if (Object.keys(values).length > 0) await db.updateTable('channels').set(values).where('id', '=', id).execute();
}

export async function deleteChannel(trx: Transaction<Schema>, id: number): Promise<ChannelRow | undefined> {
  return trx.deleteFrom('channels').where('id', '=', id).returning(channelColumns).executeTakeFirst();
}

/** The columns that switch a channel; none when it stands so already. */
export function switched(channel: Pick<ChannelRow, 'status'>, status: number | undefined): ChannelValues {
  if (status === undefined || status === channel.status) return {};
  return { status, status_reason: '', status_changed_at: sql`now()` };
}
