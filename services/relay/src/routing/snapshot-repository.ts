import { parseChannelSetting, readOptions } from '@switchyard/contracts';
import { open, type SealingKey } from '@switchyard/crypto';
import type { Database, Schema } from '@switchyard/db';
import type { Logger } from '@switchyard/log';
import { PriceTable } from '@switchyard/pricing';
import type { Selectable } from 'kysely';
import { providerOf } from '../providers/index.ts';
import { Channel, type PoolFor } from './channel.ts';
import type { HealthRegistry } from './health.ts';
import { RoutingSnapshot } from './snapshot.ts';

export interface SnapshotTools {
  readonly db: Database;
  readonly channelKey: SealingKey;
  readonly poolFor: PoolFor;
  readonly health: HealthRegistry;
  readonly log: Logger;
}

const enabled = 1;

/** Reads channels, prices and options of one moment. A row that cannot be used is left out and reported. */
export async function loadSnapshot(tools: SnapshotTools): Promise<RoutingSnapshot> {
  const { db, health, log } = tools;
  const rows = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => ({
      options: await trx.selectFrom('options').select(['key', 'value']).execute(),
      cards: await trx.selectFrom('price_cards').select(['model', 'card']).execute(),
      channels: await trx.selectFrom('channels').selectAll().where('status', '=', enabled).execute(),
      abilities: await trx
        .selectFrom('abilities')
        .select(['group', 'model', 'channel_id as channelId', 'priority', 'weight'])
        .where('enabled', '=', true)
        .execute(),
    }));
  const { options, problems } = readOptions(rows.options);
  const prices = new PriceTable(rows.cards, options.GroupRatio);
  for (const problem of [...problems, ...prices.problems]) log.error({ problem }, 'a stored setting is not used');
  const channels = new Map<number, Channel>();
  for (const row of rows.channels) {
    const channel = readChannel(row, tools);
    if (channel) channels.set(channel.id, channel);
  }
  health.keep(new Set(channels.keys()));
  return new RoutingSnapshot(options, prices, channels, rows.abilities, health);
}

type ChannelRow = Selectable<Schema['channels']>;

/** A channel from its row; undefined, with a word in the log, when this version cannot call it. */
export function readChannel(
  row: ChannelRow,
  tools: Pick<SnapshotTools, 'channelKey' | 'poolFor' | 'log'>,
): Channel | undefined {
  const provider = providerOf(row.type);
  const setting = parseChannelSetting(row.setting);
  if (!provider || !setting) {
    tools.log.error(
      { channelId: row.id, type: row.type },
      provider ? 'the setting of a channel is not valid' : 'unknown channel type',
    );
    return undefined;
  }
  try {
    const key = open(tools.channelKey, row.key_sealed, { table: 'channels', id: row.id, field: 'key' });
    return new Channel(
      {
        id: row.id,
        name: row.name,
        key,
        baseUrl: row.base_url,
        other: row.other,
        organization: row.organization,
        models: row.models,
        testModel: row.test_model,
        modelMapping: row.model_mapping,
        statusCodeMapping: row.status_code_mapping,
        paramOverride: row.param_override,
        setting,
        autoBan: row.auto_ban,
      },
      provider,
      tools.poolFor,
    );
  } catch (error) {
    tools.log.error({ err: error, channelId: row.id }, 'the key of a channel cannot be read');
    return undefined;
  }
}
