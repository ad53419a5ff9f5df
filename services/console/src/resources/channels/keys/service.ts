import { announce, type Schema } from '@switchyard/db';
import type { Transaction } from 'kysely';
import type { Context } from '../../../context.ts';
import { Refusal, refuse } from '../../../http/answer.ts';
import { type Actor, logTypes, writeLog } from '../../logs/write.ts';
import { syncAbilities } from '../abilities.ts';
import { type ChannelRow, channelStatus, lockChannel, noChannel, switched, updateChannel } from '../repository.ts';
import { setKeyMode } from './mode.ts';
import { insertKeys, keyStatus, listKeys, setKeyStatus } from './repository.ts';
import type { NewKeys } from './schema.ts';
import { splitKeys } from './split-keys.ts';

const mostKeys = 1000;
const noKey = 'This channel has no such key.';

/** Adds keys. A channel with one key becomes one with several, and keeps the one it has. */
export async function addKeys(context: Context, actor: Actor, id: number, input: NewKeys) {
  const texts = splitKeys(input.key);
  if (texts instanceof Refusal) return texts;
  return withChannel(context, id, async (trx, channel) => {
    const mode = input.key_mode ?? (channel.key_mode === 'single' ? 'random' : channel.key_mode);
    if ((await listKeys(trx, id)).length + texts.length > mostKeys) {
      return refuse(`A channel can have at most ${mostKeys} keys.`);
    }
    await setKeyMode(trx, context, channel, mode);
    const added = await insertKeys(trx, context, id, texts);
    if (added > 0 && channel.key_mode !== 'single') await bringBack(trx, channel);
    await announce(trx, 'config');
    await writeLog(trx, logTypes.manage, actor, `Added ${added} keys to channel ${channel.name} (${id})`);
    return { added };
  });
}

/** Switches one key on or off by hand. The last one that is on stays on while the channel does. */
export async function switchKey(context: Context, actor: Actor, id: number, keyId: number, status: 1 | 2) {
  return withChannel(context, id, async (trx, channel) => {
    const key = await readKey(trx, channel, keyId, status === keyStatus.off);
    if (key instanceof Refusal) return key;
    await setKeyStatus(trx, keyId, status);
    if (status === keyStatus.on) await bringBack(trx, channel);
    await announce(trx, 'config');
    const what = status === keyStatus.on ? 'on' : 'off';
    await writeLog(
      trx,
      logTypes.manage,
      actor,
      `Switched key ${key.key_mask} of channel ${channel.name} (${id}) ${what}`,
    );
    return null;
  });
}

export async function removeKey(context: Context, actor: Actor, id: number, keyId: number) {
  return withChannel(context, id, async (trx, channel) => {
    const key = await readKey(trx, channel, keyId, true);
    if (key instanceof Refusal) return key;
    if ((await listKeys(trx, id)).length === 1) return refuse('This is the only key. Add another one first.');
    await trx.deleteFrom('channel_keys').where('id', '=', keyId).execute();
    await announce(trx, 'config');
    await writeLog(trx, logTypes.manage, actor, `Removed key ${key.key_mask} of channel ${channel.name} (${id})`);
    return null;
  });
}

/** A channel that the system switched off has a key again. */
async function bringBack(trx: Transaction<Schema>, channel: ChannelRow): Promise<void> {
  if (channel.status !== channelStatus.offBySystem) return;
  await updateChannel(trx, channel.id, switched(channel, channelStatus.on));
  await syncAbilities(trx, [channel.id]);
}

function withChannel<Result>(
  { db }: Context,
  id: number,
  work: (trx: Transaction<Schema>, channel: ChannelRow) => Promise<Result | Refusal>,
): Promise<Result | Refusal> {
  return db.transaction().execute(async (trx) => {
    const channel = await lockChannel(trx, id);
    return channel ? work(trx, channel) : refuse(noChannel);
  });
}

/** A key of the channel; refused when it is `lost` and no other would be on. */
async function readKey(trx: Transaction<Schema>, channel: ChannelRow, keyId: number, lost: boolean) {
  const keys = await listKeys(trx, channel.id);
  const key = keys.find(({ id }) => id === keyId);
  if (!key) return refuse(noKey);
  const isNeeded = channel.status === channelStatus.on && key.status === keyStatus.on;
  const others = keys.filter(({ id, status }) => id !== keyId && status === keyStatus.on);
  if (lost && isNeeded && others.length === 0) {
    return refuse('This is the last key that is on. Add another one, or disable the channel.');
  }
  return key;
}
