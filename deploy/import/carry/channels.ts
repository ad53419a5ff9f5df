import {
  hashChannelKey,
  insertKeys,
  ownKey,
  Refusal,
  readModelMapping,
  readParamOverride,
  readSetting,
  readStatusCodeMapping,
  splitKeys,
  syncAbilities,
} from '@switchyard/console/rows';
import { announce, type Schema } from '@switchyard/db';
import { providerOf } from '@switchyard/relay/providers';
import type { Insertable, Transaction } from 'kysely';
import type { SourceChannel } from '../gateways/gateway.ts';
import type { Run } from '../run.ts';
import type { SourceRow } from '../source/row.ts';
import { carryTable } from './carry-table.ts';

const columns = [
  ...[
    'id',
    'type',
    'key',
    'status',
    'name',
    'weight',
    'created_time',
    'test_time',
    'response_time',
    'base_url',
    'other',
  ],
  ...['balance', 'balance_updated_time', 'models', 'group', 'used_quota', 'model_mapping', 'priority', 'config', 'tag'],
  ...['system_prompt', 'openai_organization', 'test_model', 'status_code_mapping', 'auto_ban', 'setting', 'settings'],
  ...['param_override', 'header_override', 'channel_info'],
];
const on = 1;
/** For hosts that ask for none. */
const noKey = 'none';
const leastPriority = -999;
const greatestNumber = 2_147_483_647;

/** Upstream accounts; their keys are sealed with the secret of this installation. */
export function carryChannels(run: Run): Promise<Map<string, number>> {
  return carryTable(run, { kind: 'channel', table: 'channels', columns }, async (trx, row) => {
    const which = `${row.text('name')} (${row.integer('id')})`;
    const channel = run.gateway.readChannel(row);
    const reason = typeof channel === 'string' ? channel : problemOf(channel);
    if (typeof channel === 'string' || reason !== undefined) {
      run.findings.left('channel', reason ?? '', which);
      return undefined;
    }
    for (const note of channel.notes) run.findings.changed(`channels without ${note}`, which);
    return addChannel(trx, run, row, channel, which);
  });
}

/** Why a channel cannot be here. */
export function problemOf(channel: SourceChannel): string | undefined {
  if (!providerOf(channel.type)) return `type ${channel.type} has no counterpart`;
  const keys = keysOf(channel);
  return keys instanceof Refusal ? keys.reason : undefined;
}

/** In the order of the source, by which the state of each is told; a key may stand there twice. */
function keysOf({ key, keyMode }: SourceChannel): string[] | Refusal {
  if (keyMode === undefined) return [key.trim() || noKey];
  if (/^\s*[[{]/.test(key)) return splitKeys(key);
  return key.split('\n').map((line) => line.trim());
}

/** Writes a channel that can be here and answers its id. `row` has what means the same everywhere. */
export async function addChannel(
  trx: Transaction<Schema>,
  { keys: secrets, findings }: Pick<Run, 'keys' | 'findings'>,
  row: SourceRow,
  channel: SourceChannel,
  which: string,
): Promise<number> {
  const split = keysOf(channel);
  const texts = split instanceof Refusal ? [] : split;
  /** The JSON of a field, or an empty one when it cannot be here. */
  const json = (name: string, read: (text: string) => object) => (text: string | undefined) => {
    const value = read(text ?? '');
    if (!(value instanceof Refusal)) return JSON.stringify(value);
    findings.changed(`channels without their ${name}: it cannot be read here`, `${which}: ${value.reason}`);
    return '{}';
  };
  const { id } = await trx
    .insertInto('channels')
    .values({
      ...columnsOf(row),
      type: channel.type,
      key_sealed: '',
      key_mode: channel.keyMode ?? 'single',
      base_url: channel.baseUrl.trim().replace(/\/+$/, ''),
      other: channel.other,
      organization: channel.organization ?? '',
      model_mapping: json('model_mapping', readModelMapping)(row.text('model_mapping')),
      status_code_mapping: json('status_code_mapping', readStatusCodeMapping)(channel.statusCodeMapping),
      param_override: json('param_override', readParamOverride)(channel.paramOverride),
      setting: json('setting', readSetting)(channel.setting),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (channel.keyMode) await addKeys(trx, secrets, id, texts, channel.keyStatus ?? {});
  else
    await trx
      .updateTable('channels')
      .set(ownKey({ keys: secrets }, id, texts[0] ?? noKey))
      .where('id', '=', id)
      .execute();
  await syncAbilities(trx, [id]);
  await announce(trx, 'config');
  return id;
}

/** The columns that mean the same there. */
function columnsOf(row: SourceRow): Omit<Insertable<Schema['channels']>, 'type' | 'key_sealed'> {
  const groups = row.list('group');
  return {
    name: row.text('name') || `channel ${row.integer('id')}`,
    status: Math.min(3, Math.max(1, row.integer('status'))),
    models: row.list('models'),
    groups: groups.length > 0 ? groups : ['default'],
    priority: Math.min(greatestNumber, Math.max(leastPriority, row.integer('priority'))),
    weight: Math.min(greatestNumber, Math.max(0, row.integer('weight'))),
    tag: row.text('tag') || null,
    auto_ban: row.text('auto_ban') !== '0',
    test_model: row.text('test_model'),
    created_at: row.seconds('created_time') ?? new Date(),
    tested_at: row.seconds('test_time'),
    response_time_ms: Math.max(0, row.integer('response_time')),
    balance: row.number('balance').toFixed(6),
    balance_updated_at: row.seconds('balance_updated_time'),
    used_quota: row.integer('used_quota'),
  };
}

async function addKeys(
  trx: Transaction<Schema>,
  keys: Run['keys'],
  channelId: number,
  texts: readonly string[],
  status: Readonly<Record<string, number>>,
): Promise<void> {
  await insertKeys(trx, { keys }, channelId, texts.filter(Boolean));
  for (const [place, value] of Object.entries(status)) {
    const text = texts[Number(place)];
    if (text === undefined || value === on) continue;
    await trx
      .updateTable('channel_keys')
      .set({ status: value === 3 ? 3 : 2 })
      .where('channel_id', '=', channelId)
      .where('key_hash', '=', hashChannelKey(keys.channelPepper, text))
      .execute();
  }
}
