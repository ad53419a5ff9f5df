import { open, type Place, seal } from '@switchyard/crypto';
import type { Schema } from '@switchyard/db';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Context } from '../../../context.ts';
import { type Refusal, refuse } from '../../../http/answer.ts';
import { channelStatus } from '../repository.ts';
import { hashChannelKey } from './hash-key.ts';
import { maskChannelKey } from './mask-key.ts';

export const keyStatus = { on: 1, off: 2, offBySystem: 3 } as const;

/** Channels in one sentence. */
const mostNamed = 5;

const columns = ['id', 'key_mask', 'status', 'status_reason', 'status_changed_at', 'created_at'] as const;
export type KeyRow = Pick<Selectable<Schema['channel_keys']>, (typeof columns)[number]>;

/** The columns of a channel that has a key of its own. */
export function ownKey({ keys }: Pick<Context, 'keys'>, channelId: number, key: string) {
  return {
    key_sealed: seal(keys.channelKey, key, placeOfChannel(channelId)),
    key_hash: hashChannelKey(keys.channelPepper, key),
  };
}

export async function readOwnKey(trx: Transaction<Schema>, { keys }: Context, channelId: number): Promise<string> {
  const { key_sealed: sealed } = await trx
    .selectFrom('channels')
    .select('key_sealed')
    .where('id', '=', channelId)
    .executeTakeFirstOrThrow();
  return open(keys.channelKey, sealed, placeOfChannel(channelId));
}

/** The keys of a channel that has several, oldest first. */
export function listKeys(db: Kysely<Schema>, channelId: number): Promise<KeyRow[]> {
  return db.selectFrom('channel_keys').select(columns).where('channel_id', '=', channelId).orderBy('id').execute();
}

/** Adds keys that the channel does not have yet, and answers how many those were. */
export async function insertKeys(
  trx: Transaction<Schema>,
  { keys }: Pick<Context, 'keys'>,
  channelId: number,
  texts: readonly string[],
): Promise<number> {
  let added = 0;
  for (const text of texts) {
    const row = await trx
      .insertInto('channel_keys')
      .values({
        channel_id: channelId,
        key_sealed: '',
        key_hash: hashChannelKey(keys.channelPepper, text),
        key_mask: maskChannelKey(text),
      })
      .onConflict((conflict) => conflict.columns(['channel_id', 'key_hash']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!row) continue;
    const sealed = seal(keys.channelKey, text, placeOfKey(row.id));
    await trx.updateTable('channel_keys').set({ key_sealed: sealed }).where('id', '=', row.id).execute();
    added++;
  }
  return added;
}

/** Keys in clear, oldest first. */
export async function readKeys(trx: Transaction<Schema>, { keys }: Context, channelId: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('channel_keys')
    .select(['id', 'key_sealed'])
    .where('channel_id', '=', channelId)
    .orderBy('id')
    .execute();
  return rows.map(({ id, key_sealed: sealed }) => open(keys.channelKey, sealed, placeOfKey(id)));
}

export async function setKeyStatus(
  trx: Transaction<Schema>,
  id: number,
  status: (typeof keyStatus)['on' | 'off'],
): Promise<void> {
  await trx
    .updateTable('channel_keys')
    .set({ status, status_reason: '', status_changed_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Copies which keys are on, and who switched off the others, to another channel with the same keys. */
export async function copyKeyStatus(trx: Transaction<Schema>, from: number, to: number): Promise<void> {
  await sql`
    UPDATE channel_keys AS copy
    SET status = original.status, status_reason = original.status_reason, status_changed_at = original.status_changed_at
    FROM channel_keys AS original
    WHERE copy.channel_id = ${to} AND original.channel_id = ${from} AND original.key_hash = copy.key_hash`.execute(trx);
}

/**
 * Why those of these channels that are off, and that the caller holds, cannot be switched on: some have several keys, all of them off
 * by hand. Undefined when they can.
 */
export async function refuseKeyless(
  trx: Transaction<Schema>,
  channelIds: readonly number[],
): Promise<Refusal | undefined> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT id, name FROM channels
    WHERE id = ANY (${channelIds}::bigint[]) AND status <> ${channelStatus.on} AND key_mode <> 'single' AND NOT EXISTS (
      SELECT 1 FROM channel_keys WHERE channel_id = channels.id AND channel_keys.status <> ${keyStatus.off}
    )
    ORDER BY id LIMIT ${mostNamed}`.execute(trx);
  if (rows.length === 0) return undefined;
  const channels = rows.map(({ id, name }) => `${name} (${id})`).join(', ');
  return refuse(`No key of ${channels} is on. Switch one on or add one first, then the channel.`);
}

/** A channel that is switched on without a key that is on gets back those that the system had switched off. */
export async function reviveKeys(trx: Transaction<Schema>, channelIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE channel_keys AS resting SET status = ${keyStatus.on}, status_reason = '', status_changed_at = now()
    WHERE channel_id = ANY (${channelIds}::bigint[]) AND status = ${keyStatus.offBySystem} AND NOT EXISTS (
      SELECT 1 FROM channel_keys AS other
      WHERE other.channel_id = resting.channel_id AND other.status = ${keyStatus.on}
    )`.execute(trx);
}

function placeOfChannel(id: number): Place {
  return { table: 'channels', id, field: 'key' };
}

function placeOfKey(id: number): Place {
  return { table: 'channel_keys', id, field: 'key' };
}
