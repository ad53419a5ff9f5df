import { readOptions } from '@switchyard/contracts';
import { openOption, type SealingKey } from '@switchyard/crypto';
import type { Database, Schema } from '@switchyard/db';
import type { CidrList, Worker } from '@switchyard/http';
import type { Logger } from '@switchyard/log';
import { PriceTable } from '@switchyard/pricing';
import { sql, type Transaction } from 'kysely';
import { wordRules } from '../words/rules.ts';
import type { WordList } from '../words/word-list.ts';
import { buildRoutes } from './build-routes.ts';
import type { Channel } from './channel.ts';
import type { ChannelRegistry } from './channel-registry.ts';
import type { HealthRegistry } from './health.ts';
import { type KeyOrder, KeyRing } from './key-ring.ts';
import { type ChannelKeyRow, type ChannelRow, channelColumns, enabled } from './read-channel.ts';
import { RoutingSnapshot } from './snapshot.ts';
import { Steps } from './steps.ts';
import { readStoredVersion } from './stored-version.ts';

export interface SnapshotTools {
  readonly db: Database;
  readonly log: Logger;
  readonly registry: ChannelRegistry;
  readonly health: HealthRegistry;
  readonly wordList: WordList;
  /** Opens the worker's key. */
  readonly optionKey: SealingKey;
  /** Private ranges in which the worker may be. */
  readonly allowedWorkers: CidrList;
}

const rowsOfPage = 500;

/** Reads channels, prices and options of one moment; `last` when none of them changed. A row that cannot be used is left out and reported. */
export async function loadSnapshot(tools: SnapshotTools, last?: RoutingSnapshot): Promise<RoutingSnapshot> {
  const { db, registry, health, wordList, log } = tools;
  const rows = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const version = await readStoredVersion(trx);
      return version === last?.version ? undefined : { version, ...(await readRows(trx)) };
    });
  if (!rows) return last as RoutingSnapshot;
  const { options, problems } = readOptions(rows.options, last?.options);
  const prices = new PriceTable(rows.cards, options.GroupRatio);
  for (const problem of [...problems, ...prices.problems]) log.error({ problem }, 'a stored setting is not used');
  const keysOf = Map.groupBy(rows.keys, ({ channel_id: channelId }) => channelId);
  // Of thousands of channels this takes longer than requests should wait.
  const steps = new Steps();
  const read = registry.reading();
  const ringOf = (row: ChannelRow, order: KeyOrder, keys: readonly ChannelKeyRow[]) => {
    const channels = keys.map((key) => read(row, key, health.key(key.id)));
    return new KeyRing(
      channels.filter((channel) => channel !== undefined),
      order,
    );
  };
  const channels = new Map<number, Channel>();
  const rings = new Map<number, KeyRing>();
  for (const row of rows.channels) {
    const ring = row.key_mode === 'single' ? undefined : ringOf(row, row.key_mode, keysOf.get(row.id) ?? []);
    const channel = ring ? ring.channels[0] : read(row);
    if (channel) channels.set(channel.id, channel);
    if (ring) rings.set(row.id, ring);
    await steps.next();
  }
  health.keep(new Set(channels.keys()), new Set(rows.keys.map(({ id }) => id)));
  const worker = readWorker(options.WorkerUrl, rows.options, tools);
  const words = await wordList.build(options.CheckSensitiveEnabled ? options.SensitiveWords : []);
  const accounts = { channels, rings, health };
  const routes = await buildRoutes(accounts, rows.tiers, steps);
  return new RoutingSnapshot(rows.version, options, prices, accounts, routes, wordRules(options, words), worker);
}

async function readRows(trx: Transaction<Schema>) {
  return {
    options: await trx.selectFrom('options').select(['key', 'value']).execute(),
    cards: await trx.selectFrom('price_cards').select(['model', 'card']).execute(),
    channels: await readPages((after) =>
      trx
        .selectFrom('channels')
        .select(channelColumns)
        .where('status', '=', enabled)
        .where('id', '>', after)
        .orderBy('id')
        .limit(rowsOfPage)
        .execute(),
    ),
    keys: await readPages((after) =>
      trx
        .selectFrom('channel_keys')
        .select(['id', 'channel_id', 'key_sealed'])
        .where('status', '=', enabled)
        .where('id', '>', after)
        .orderBy('id')
        .limit(rowsOfPage)
        .execute(),
    ),
    // As lists of numbers: a row for each channel and model takes several times as long to read.
    tiers: await trx
      .selectFrom('abilities')
      .select([
        'group',
        'model',
        sql<number[]>`json_agg(channel_id ORDER BY channel_id)`.as('channelIds'),
        sql<number[]>`json_agg(weight ORDER BY channel_id)`.as('weights'),
      ])
      .where('enabled', '=', true)
      .groupBy(['group', 'model', 'priority'])
      .orderBy('priority', 'desc')
      .execute(),
  };
}

/** Rows by rising id. An answer of ten thousand at once comes faster than it is read, and requests wait until all of it is. */
async function readPages<Row extends { readonly id: number }>(
  page: (afterId: number) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const read = await page(rows.at(-1)?.id ?? 0);
    rows.push(...read);
    if (read.length < rowsOfPage) return rows;
  }
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
