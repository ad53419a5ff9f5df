import { announce, type KeyMode, type Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import { Refusal, refuse } from '../../http/answer.ts';
import type { Provider } from '../../relay-client.ts';
import { type Actor, logTypes, writeLog } from '../logs/write.ts';
import { syncAbilities } from './abilities.ts';
import { readChannelFields } from './fields.ts';
import { setKeyMode } from './keys/mode.ts';
import { insertKeys, ownKey, refuseKeyless, reviveKeys } from './keys/repository.ts';
import { splitKeys } from './keys/split-keys.ts';
import {
  type ChannelRow,
  channelStatus,
  deleteChannel,
  findChannel,
  insertChannel,
  lockChannel,
  noChannel,
  switched,
  updateChannel,
} from './repository.ts';
import type { ChannelChange, NewChannel, TestQuery } from './schema.ts';

/** Makes one channel per key, or one with all of them, and answers the ids. */
export async function createChannels(
  context: Context,
  actor: Actor,
  { key, key_mode: mode = 'single', ...input }: NewChannel,
): Promise<{ ids: number[] } | Refusal> {
  const keys = splitKeys(key);
  if (keys instanceof Refusal) return keys;
  const provider = await providerOf(context, input.type);
  if (provider instanceof Refusal) return provider;
  const fields = await readChannelFields(context, input);
  if (fields instanceof Refusal) return fields;
  const { type, name } = input;
  return context.db.transaction().execute(async (trx) => {
    const ids: number[] = [];
    if (mode === 'single') {
      for (const own of keys) {
        const id = await insertChannel(trx, { ...fields, type, name, key_sealed: '' });
        await updateChannel(trx, id, ownKey(context, id, own));
        ids.push(id);
      }
    } else {
      const id = await insertChannel(trx, { ...fields, type, name, key_sealed: '', key_mode: mode });
      await insertKeys(trx, context, id, keys);
      ids.push(id);
    }
    await syncAbilities(trx, ids);
    await announce(trx, 'config');
    await writeLog(trx, logTypes.manage, actor, `Created channel ${name} (${ids.join(', ')})`);
    return { ids };
  });
}

/** Changes the fields that were sent. A blank key keeps the one there is. */
export async function changeChannel(
  context: Context,
  actor: Actor,
  { id, key = '', key_mode: mode, status: given, ...input }: ChannelChange,
): Promise<ChannelRow | Refusal> {
  const keys = key.trim() ? splitKeys(key) : [];
  if (keys instanceof Refusal) return keys;
  const provider = input.type === undefined ? undefined : await providerOf(context, input.type);
  if (provider instanceof Refusal) return provider;
  const fields = await readChannelFields(context, input);
  if (fields instanceof Refusal) return fields;
  return context.db.transaction().execute(async (trx) => {
    const channel = await lockChannel(trx, id);
    if (!channel) return refuse(noChannel);
    // One that the system switched off may be sent back as it was read.
    const status = given === channelStatus.offBySystem && given === channel.status ? undefined : given;
    if (status !== undefined && status !== channelStatus.on && status !== channelStatus.off) {
      return refuse('The status must be 1 (enabled) or 2 (disabled).');
    }
    const refusal = refuseKeys(channel, keys);
    if (refusal) return refusal;
    // Before the keys change: what is refused leaves all as it was. With a key of its own the channel has one that is on.
    const isToHaveSeveral = (mode ?? channel.key_mode) !== 'single';
    const keyless = status === channelStatus.on && isToHaveSeveral && (await refuseKeyless(trx, [id]));
    if (keyless) return keyless;
    const problem = await changeKeys(trx, context, channel, keys[0], mode);
    if (problem) return problem;
    await updateChannel(trx, id, { ...fields, ...switched(channel, status) });
    if (status === channelStatus.on) await reviveKeys(trx, [id]);
    await syncAbilities(trx, [id]);
    await announce(trx, 'config');
    const names = namesOf({ ...fields, ...(keys.length > 0 && { key }), key_mode: mode, status });
    await writeLog(trx, logTypes.manage, actor, `Changed channel ${channel.name} (${id}): ${names}`);
    return (await findChannel(trx, id)) as ChannelRow;
  });
}

export async function removeChannel({ db }: Context, actor: Actor, id: number): Promise<null | Refusal> {
  return db.transaction().execute(async (trx) => {
    const channel = await deleteChannel(trx, id);
    if (!channel) return refuse(noChannel);
    await announce(trx, 'config');
    await writeLog(trx, logTypes.manage, actor, `Deleted channel ${channel.name} (${id})`);
    return null;
  });
}

/** Has the relay send one small request through the channel, and keeps how long it took. */
export async function testChannel(
  { db, relay }: Context,
  actor: Actor,
  id: number,
  { model, key_id: keyId }: TestQuery,
) {
  const channel = await findChannel(db, id);
  if (!channel) return refuse(noChannel);
  const question = { channelId: id, ...(keyId && { keyId }), ...(model.trim() && { model: model.trim() }) };
  const result = await relay.testChannel(question);
  if (result instanceof Refusal) return result;
  const timeMs = Math.round(result.timeMs);
  await db.transaction().execute(async (trx) => {
    await updateChannel(trx, id, { tested_at: sql`now()`, response_time_ms: timeMs });
    const outcome = result.success ? `answered in ${timeMs} ms` : result.message;
    const content = `Test of channel ${channel.name} (${id}), ${result.model}: ${outcome}`;
    await writeLog(trx, logTypes.system, actor, content, id);
  });
  return result;
}

/** What is left on the channel's account, asked of its upstream and kept. */
export async function readBalance({ db, relay }: Context, id: number) {
  const channel = await findChannel(db, id);
  if (!channel) return refuse(noChannel);
  if (channel.key_mode !== 'single') return refuse('This channel has several keys, each with a balance of its own.');
  const balance = await relay.readBalance(id);
  if (balance instanceof Refusal) return balance;
  const { amount, currency } = balance;
  await updateChannel(db, id, { balance: amount, balance_currency: currency, balance_updated_at: sql`now()` });
  return Number(amount);
}

/** Why these cannot be the keys of the channel. */
function refuseKeys(channel: ChannelRow, keys: readonly string[]): Refusal | undefined {
  if (keys.length > 1) return refuse('This changes the one key. Add further ones under the keys of the channel.');
  if (keys.length > 0 && channel.key_mode !== 'single') {
    return refuse('This channel has several keys: add and remove them one by one.');
  }
  return undefined;
}

/** Answers why the keys cannot be in that order. */
async function changeKeys(
  trx: Transaction<Schema>,
  context: Context,
  channel: ChannelRow,
  key: string | undefined,
  mode: KeyMode = channel.key_mode,
): Promise<Refusal | undefined> {
  if (key !== undefined) await updateChannel(trx, channel.id, ownKey(context, channel.id, key));
  return setKeyMode(trx, context, channel, mode);
}

/** What the relay knows of a channel type. */
async function providerOf({ relay }: Context, type: number): Promise<Provider | Refusal> {
  const providers = await relay.providers();
  if (providers instanceof Refusal) return providers;
  return providers.find((candidate) => candidate.type === type) ?? refuse(`There is no channel type ${type}.`);
}

function namesOf(changes: object): string {
  return Object.entries(changes)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name)
    .join(', ');
}
