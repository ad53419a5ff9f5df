import { type Options, readOptions } from '@switchyard/contracts';
import { announce, type Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';
import type { Ports } from '../ports.ts';
import { tellAdministrators } from './tell-administrators.ts';

const enabled = 1;
const offBySystem = 3;
const systemLog = 4;

/** A channel, or one of its keys, that ought to be on or off. */
export interface ChannelSwitch {
  readonly channelId: number;
  readonly keyId?: number | undefined;
  readonly enable: boolean;
  readonly model: string;
  /** For administrators; scrubbed. */
  readonly reason: string;
}

type SwitchPorts = Pick<Ports, 'db' | 'kv' | 'log' | 'optionKey'>;
interface Locked {
  readonly id: number;
  readonly name: string;
  readonly status: number;
  readonly auto_ban: boolean;
}

/**
 * Switches a channel, or one of its keys, as far as options and the channel allow. A channel whose last key goes off is
 * switched off with it, and one that gets a key back is switched on. Who says it twice changes nothing more.
 */
export async function switchChannel(ports: SwitchPorts, change: ChannelSwitch): Promise<void> {
  await ports.db.transaction().execute(async (trx) => {
    const { options } = readOptions(await trx.selectFrom('options').select(['key', 'value']).execute());
    if (!isAllowed(options, change)) return;
    const channel = await trx
      .selectFrom('channels')
      .select(['id', 'name', 'status', 'auto_ban'])
      .where('id', '=', change.channelId)
      .forUpdate()
      .executeTakeFirst();
    if (!channel || !(change.enable || channel.auto_ban)) return;
    const done = change.enable
      ? await switchOn(trx, channel, change)
      : await switchOff(trx, ports, options, channel, change);
    if (done.length === 0) return;
    for (const content of done) await writeLog(trx, change, content);
    await announce(trx, 'config');
    ports.log.warn({ ...change, name: channel.name }, 'channel switched');
  });
}

function isAllowed(options: Options, { enable }: ChannelSwitch): boolean {
  return enable ? options.AutomaticEnableChannelEnabled : options.AutomaticDisableChannelEnabled;
}

/** Answers what was done, for the log. */
async function switchOn(trx: Transaction<Schema>, channel: Locked, change: ChannelSwitch): Promise<string[]> {
  const done: string[] = [];
  const mask = change.keyId === undefined ? undefined : await setKey(trx, change, offBySystem, enabled);
  if (mask !== undefined)
    done.push(`Key ${mask} of channel ${channel.name} (${channel.id}) was switched on: ${change.reason}`);
  if (channel.status === offBySystem) {
    await setChannel(trx, channel.id, enabled, '');
    done.push(`Channel ${channel.name} (${channel.id}) was switched on: ${change.reason}`);
  }
  return done;
}

async function switchOff(
  trx: Transaction<Schema>,
  ports: SwitchPorts,
  options: Options,
  channel: Locked,
  change: ChannelSwitch,
): Promise<string[]> {
  const done: string[] = [];
  let { reason } = change;
  if (change.keyId !== undefined) {
    const mask = await setKey(trx, change, enabled, offBySystem);
    if (mask === undefined) return done;
    done.push(`Key ${mask} of channel ${channel.name} (${channel.id}) was switched off: ${reason}`);
    if (await hasKeyOn(trx, channel.id)) return done;
    reason = `its last key was switched off: ${reason}`;
  }
  if (channel.status !== enabled) return done;
  await setChannel(trx, channel.id, offBySystem, reason);
  done.push(`Channel ${channel.name} (${channel.id}) was switched off: ${reason}`);
  await tellAdministrators(trx, ports, options, { id: channel.id, name: channel.name, reason });
  return done;
}

/** Answers the key's mask; undefined when it did not stand as said. */
async function setKey(
  trx: Transaction<Schema>,
  { channelId, keyId = 0, reason }: ChannelSwitch,
  from: number,
  to: number,
): Promise<string | undefined> {
  const key = await trx
    .updateTable('channel_keys')
    .set({ status: to, status_reason: to === enabled ? '' : reason, status_changed_at: sql`now()` })
    .where('id', '=', keyId)
    .where('channel_id', '=', channelId)
    .where('status', '=', from)
    .returning('key_mask')
    .executeTakeFirst();
  return key?.key_mask;
}

async function hasKeyOn(trx: Transaction<Schema>, channelId: number): Promise<boolean> {
  const key = await trx
    .selectFrom('channel_keys')
    .select('id')
    .where('channel_id', '=', channelId)
    .where('status', '=', enabled)
    .executeTakeFirst();
  return key !== undefined;
}

async function setChannel(trx: Transaction<Schema>, id: number, status: number, reason: string): Promise<void> {
  await trx
    .updateTable('channels')
    .set({ status, status_reason: reason, status_changed_at: sql`now()` })
    .where('id', '=', id)
    .execute();
  await trx
    .updateTable('abilities')
    .set({ enabled: status === enabled })
    .where('channel_id', '=', id)
    .execute();
}

async function writeLog(trx: Transaction<Schema>, { channelId, model }: ChannelSwitch, content: string) {
  const row = {
    created_at: new Date(),
    type: systemLog,
    user_id: 0,
    username: '',
    channel_id: channelId,
    model,
    content,
  };
  await trx.insertInto('usage_log').values(row).execute();
}
