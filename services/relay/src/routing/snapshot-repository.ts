import { readOptions } from '@switchyard/contracts';
import { openOption, type SealingKey } from '@switchyard/crypto';
import type { Database } from '@switchyard/db';
import type { CidrList, Worker } from '@switchyard/http';
import { PriceTable } from '@switchyard/pricing';
import { wordRules } from '../words/rules.ts';
import type { WordList } from '../words/word-list.ts';
import { buildRoutes } from './build-routes.ts';
import type { Channel } from './channel.ts';
import type { HealthRegistry } from './health.ts';
import { KeyRing } from './key-ring.ts';
import { type ChannelKeyRow, type ChannelRow, type ChannelTools, readChannel } from './read-channel.ts';
import { RoutingSnapshot } from './snapshot.ts';
import { Steps } from './steps.ts';

export interface SnapshotTools extends ChannelTools {
  readonly db: Database;
  readonly health: HealthRegistry;
  readonly wordList: WordList;
  /** Opens the worker's key. */
  readonly optionKey: SealingKey;
  /** Private ranges in which the worker may be. */
  readonly allowedWorkers: CidrList;
}

const enabled = 1;

/** Reads channels, prices and options of one moment. A row that cannot be used is left out and reported. */
export async function loadSnapshot(tools: SnapshotTools): Promise<RoutingSnapshot> {
  const { db, health, wordList, log } = tools;
  const rows = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => ({
      options: await trx.selectFrom('options').select(['key', 'value']).execute(),
      cards: await trx.selectFrom('price_cards').select(['model', 'card']).execute(),
      channels: await trx.selectFrom('channels').selectAll().where('status', '=', enabled).execute(),
      keys: await trx
        .selectFrom('channel_keys')
        .select(['id', 'channel_id', 'key_sealed'])
        .where('status', '=', enabled)
        .orderBy('id')
        .execute(),
      abilities: await trx
        .selectFrom('abilities')
        .select(['group', 'model', 'channel_id as channelId', 'priority', 'weight'])
        .where('enabled', '=', true)
        .orderBy('priority', 'desc')
        .execute(),
    }));
  const { options, problems } = readOptions(rows.options);
  const prices = new PriceTable(rows.cards, options.GroupRatio);
  for (const problem of [...problems, ...prices.problems]) log.error({ problem }, 'a stored setting is not used');
  const keysOf = Map.groupBy(rows.keys, ({ channel_id: channelId }) => channelId);
  // Of thousands of channels this takes longer than requests should wait.
  const steps = new Steps();
  const channels = new Map<number, Channel>();
  const rings = new Map<number, KeyRing>();
  for (const row of rows.channels) {
    const ring = readRing(row, keysOf.get(row.id) ?? [], tools);
    const channel = ring ? ring.channels[0] : readChannel(row, tools);
    if (channel) channels.set(channel.id, channel);
    if (ring) rings.set(row.id, ring);
    await steps.next();
  }
  health.keep(new Set(channels.keys()), new Set(rows.keys.map(({ id }) => id)));
  const worker = readWorker(options.WorkerUrl, rows.options, tools);
  const words = await wordList.build(options.CheckSensitiveEnabled ? options.SensitiveWords : []);
  const accounts = { channels, rings, health };
  const routes = await buildRoutes(accounts, rows.abilities, steps);
  return new RoutingSnapshot(options, prices, accounts, routes, wordRules(options, words), worker);
}

/** The keys of a channel that has several; undefined for one with a key of its own. */
function readRing(row: ChannelRow, keys: readonly ChannelKeyRow[], tools: SnapshotTools): KeyRing | undefined {
  if (row.key_mode === 'single') return undefined;
  const channels = keys.map((key) => readChannel(row, tools, key, tools.health.key(key.id)));
  return new KeyRing(
    channels.filter((channel) => channel !== undefined),
    row.key_mode,
  );
}

/** One whose key cannot be read refuses all calls: better than to make them from here. */
function readWorker(
  url: string,
  rows: readonly { readonly key: string; readonly value: string }[],
  { optionKey, allowedWorkers, log }: SnapshotTools,
): Worker | undefined {
  if (url === '') return undefined;
  const sealed = rows.find(({ key }) => key === 'WorkerValidKey')?.value ?? '';
  const worker = { url, key: '', allow: allowedWorkers };
  try {
    return { ...worker, key: openOption(optionKey, 'WorkerValidKey', sealed) };
  } catch (error) {
    log.error({ err: error }, 'the key of the worker cannot be read');
    return worker;
  }
}
