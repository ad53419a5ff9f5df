import { type Place, seal } from '@switchyard/crypto';
import { announce } from '@switchyard/db';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { Refusal, refuse } from '../../http/answer.ts';
import type { Provider } from '../../relay-client.ts';
import { type Actor, logTypes, writeLog } from '../logs/write.ts';
import { readChannelFields } from './fields.ts';
import { splitKeys } from './keys.ts';
import {
  type ChannelRow,
  type ChannelValues,
  deleteChannel,
  findChannel,
  insertChannel,
  lockChannel,
  rebuildAbilities,
  updateChannel,
} from './repository.ts';
import type { ChannelChange, NewChannel } from './schema.ts';

const enabled = 1;
const disabled = 2;
export const noChannel = 'This channel does not exist.';

/** Makes one channel per key, all with the same settings, and answers their ids. */
export async function createChannels(
  context: Context,
  actor: Actor,
  input: NewChannel,
): Promise<{ ids: number[] } | Refusal> {
  const keys = splitKeys(input.key);
  if (keys instanceof Refusal) return keys;
  const provider = await providerOf(context, input.type);
  if (provider instanceof Refusal) return provider;
  const fields = await readChannelFields(context, input);
  if (fields instanceof Refusal) return fields;
  const { type: kind, name } = input;
  return context.db.transaction().execute(async (trx) => {
    const ids: number[] = [];
    for (const key of keys) {
      const id = await insertChannel(trx, { ...fields, type: kind, name, key_sealed: '' });
      await updateChannel(trx, id, { key_sealed: seal(context.keys.channelKey, key, placeOf(id)) });
      await rebuildAbilities(trx, id);
      ids.push(id);
    }
    await announce(trx, 'config');
    await writeLog(trx, logTypes.manage, actor, `Created channel ${name} (${ids.join(', ')})`);
    return { ids };
  });
}

/** Changes the fields that were sent. A blank key keeps the one there is. */
export async function changeChannel(
  context: Context,
  actor: Actor,
  { id, key = '', status, ...input }: ChannelChange,
): Promise<ChannelRow | Refusal> {
  if (status !== undefined && status !== enabled && status !== disabled) {
    return refuse('The status must be 1 (enabled) or 2 (disabled).');
  }
  const keys = key.trim() ? splitKeys(key) : [];
  if (keys instanceof Refusal) return keys;
  if (keys.length > 1) return refuse('A channel has one key. Add further keys as channels of their own.');
  const provider = input.type === undefined ? undefined : await providerOf(context, input.type);
  if (provider instanceof Refusal) return provider;
  const fields = await readChannelFields(context, input);
  if (fields instanceof Refusal) return fields;
  const sealed = keys.map((text) => ({ key_sealed: seal(context.keys.channelKey, text, placeOf(id)) }));
  const changes = { ...fields, ...sealed[0] };
  return context.db.transaction().execute(async (trx) => {
    const channel = await lockChannel(trx, id);
    if (!channel) return refuse(noChannel);
    await updateChannel(trx, id, { ...changes, ...switched(channel, status) });
    await rebuildAbilities(trx, id);
    await announce(trx, 'config');
    await writeLog(trx, logTypes.manage, actor, `Changed channel ${channel.name} (${id}): ${namesOf(changes, status)}`);
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
export async function testChannel({ db, relay }: Context, actor: Actor, id: number, model: string) {
  const channel = await findChannel(db, id);
  if (!channel) return refuse(noChannel);
  const result = await relay.testChannel(id, model || undefined);
  if (result instanceof Refusal) return result;
  const timeMs = Math.round(result.timeMs);
  await db.transaction().execute(async (trx) => {
    await updateChannel(trx, id, { tested_at: sql`now()`, response_time_ms: timeMs });
    const outcome = result.success ? `answered in ${timeMs} ms` : result.message;
    await writeLog(
      trx,
      logTypes.system,
      actor,
      `Test of channel ${channel.name} (${id}), ${result.model}: ${outcome}`,
      id,
    );
  });
  return result;
}

function switched(channel: ChannelRow, status: number | undefined): ChannelValues {
  if (status === undefined || status === channel.status) return {};
  return { status, status_reason: '', status_changed_at: sql`now()` };
}

async function providerOf({ relay }: Context, type: number): Promise<Provider | Refusal> {
  const providers = await relay.providers();
  if (providers instanceof Refusal) return providers;
  return providers.find((candidate) => candidate.type === type) ?? refuse(`There is no channel type ${type}.`);
}

function namesOf(changes: ChannelValues, status: number | undefined): string {
  const names = Object.keys(changes).map((name) => name.replace('key_sealed', 'key'));
  return [...names, ...(status === undefined ? [] : ['status'])].join(', ');
}

function placeOf(id: number): Place {
  return { table: 'channels', id, field: 'key' };
}
