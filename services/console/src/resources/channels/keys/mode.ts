import type { KeyMode, Schema } from '@switchyard/db';
import type { Transaction } from 'kysely';
import type { Context } from '../../../context.ts';
import { type Refusal, refuse } from '../../../http/answer.ts';
import { type ChannelRow, updateChannel } from '../repository.ts';
import { insertKeys, ownKey, readKeys, readOwnKey } from './repository.ts';

/** Changes between one key and several, and the order in which several are taken. Moves the keys. */
export async function setKeyMode(
  trx: Transaction<Schema>,
  context: Context,
  { id, key_mode: before }: Pick<ChannelRow, 'id' | 'key_mode'>,
  mode: KeyMode,
): Promise<undefined | Refusal> {
  if (mode === before) return undefined;
  if (mode !== 'single') {
    if (before === 'single') await insertKeys(trx, context, id, [await readOwnKey(trx, context, id)]);
    await updateChannel(trx, id, { key_mode: mode, key_sealed: '', key_hash: null });
    return undefined;
  }
  const [key, ...more] = await readKeys(trx, context, id);
  if (key === undefined || more.length > 0) return refuse('Remove all keys but one first.');
  await trx.deleteFrom('channel_keys').where('channel_id', '=', id).execute();
  await updateChannel(trx, id, { key_mode: mode, ...ownKey(context, id, key) });
  return undefined;
}
