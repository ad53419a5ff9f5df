import { type ChannelRunKind, channelsOfRun } from '@switchyard/db';
import { sql } from 'kysely';
import type { Ports } from '../ports.ts';
import type { RelayClient } from '../relay-client.ts';
import { readSettings } from '../settings.ts';
import { switchChannel } from './switch-channel.ts';

export interface RunPorts extends Pick<Ports, 'db' | 'kv' | 'log' | 'optionKey'> {
  readonly relay: Pick<RelayClient, 'testChannel' | 'readBalance'>;
}

const systemLog = 4;
const enabled = 1;
const offBySystem = 3;
const longestReason = 500;

/** What a visit is made with. */
interface Tools extends RunPorts {
  readonly kind: ChannelRunKind;
  readonly signal: AbortSignal;
}
interface Key {
  readonly id: number;
  readonly key_mask: string;
}
type Channel = NonNullable<Awaited<ReturnType<typeof nextChannel>>>;

/** The next channel that a run visits, by id. */
export function nextChannel({ db }: Pick<RunPorts, 'db'>, kind: ChannelRunKind, lastId: number) {
  return channelsOfRun(db, kind)
    .select(['id', 'name', 'status', 'key_mode'])
    .where('id', '>', lastId)
    .orderBy('id')
    .executeTakeFirst();
}

/**
 * Tests a channel, with each of its keys, or asks for its balance; keeps the result and switches what it shows to be
 * unfit, or fit again. Answers whether all was well. Rejects when the relay is not there or `signal` fires.
 */
export async function visit(tools: Tools, channel: Channel): Promise<boolean> {
  if (tools.kind === 'balance') return readBalance(tools, channel);
  let isWell = true;
  for (const key of await keysToTest(tools, channel)) {
    if (!(await test(tools, channel, key))) isWell = false;
  }
  return isWell;
}

async function test(tools: Tools, { id, name }: Channel, key: Key | undefined): Promise<boolean> {
  const { db, relay, optionKey, kind, signal } = tools;
  const keyId = key?.id;
  const result = await relay.testChannel({ channelId: id, keyId }, signal);
  const timeMs = Math.round(result.timeMs);
  await db
    .updateTable('channels')
    .set({ tested_at: sql`now()`, response_time_ms: timeMs })
    .where('id', '=', id)
    .execute();
  const outcome = result.success ? `answered in ${timeMs} ms` : result.message;
  // What looks again every few minutes would fill the log.
  if (kind === 'test') {
    const what = key ? `key ${key.key_mask}, ${result.model}` : result.model;
    const content = `Test of channel ${name} (${id}), ${what}: ${outcome}`;
    const row = { type: systemLog, user_id: 0, username: '', channel_id: id, model: result.model, content };
    await db
      .insertInto('usage_log')
      .values({ ...row, created_at: new Date() })
      .execute();
  }
  const { ChannelDisableThreshold: mostSeconds } = (await readSettings(db, optionKey)).options;
  const isSlow = result.success && mostSeconds > 0 && timeMs > mostSeconds * 1000;
  const change = { channelId: id, model: result.model };
  if (isSlow) {
    const reason = `its test took ${timeMs / 1000} s, and ${mostSeconds} s are allowed`;
    await switchChannel(tools, { ...change, keyId, enable: false, reason });
  } else if (result.success) {
    await switchChannel(tools, { ...change, keyId, enable: true, reason: `its test ${outcome}` });
  } else if (result.refused) {
    const reason = `its test was refused: ${result.message}`.slice(0, longestReason);
    await switchChannel(tools, { ...change, keyId, enable: false, reason });
  }
  return result.success && !isSlow;
}

/** Of several keys those that are on or that the system switched off; the latter when only they are to recover. */
async function keysToTest({ db, kind }: Tools, { id, status, key_mode: mode }: Channel): Promise<(Key | undefined)[]> {
  if (mode === 'single') return [undefined];
  const isKeyOff = kind === 'recovery' && status === enabled;
  return db
    .selectFrom('channel_keys')
    .select(['id', 'key_mask'])
    .where('channel_id', '=', id)
    .where('status', 'in', isKeyOff ? [offBySystem] : [enabled, offBySystem])
    .orderBy('id')
    .execute();
}

async function readBalance(tools: Tools, { id }: Channel): Promise<boolean> {
  const balance = await tools.relay.readBalance(id, tools.signal);
  if (!balance) return false;
  const { amount, currency } = balance;
  await tools.db
    .updateTable('channels')
    .set({ balance: amount, balance_currency: currency, balance_updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
  if (Number(amount) > 0) return true;
  const reason = `its balance is used up (${amount} ${currency})`;
  await switchChannel(tools, { channelId: id, enable: false, model: '', reason });
  return false;
}
