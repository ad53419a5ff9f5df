import { parseChannelSetting } from '@switchyard/contracts';
import { open, type Place, type SealingKey } from '@switchyard/crypto';
import type { Schema } from '@switchyard/db';
import type { Logger } from '@switchyard/log';
import type { Selectable } from 'kysely';
import { providerOf } from '../providers/index.ts';
import { Channel, type PoolFor } from './channel.ts';
import type { ChannelKey } from './channel-key.ts';

export interface ChannelTools {
  readonly channelKey: SealingKey;
  readonly poolFor: PoolFor;
  readonly log: Logger;
}

/** The status of channels and keys that are in use. */
export const enabled = 1;

/** Nothing that requests change, such as what was used. */
export const channelColumns = [
  'id',
  'type',
  'name',
  'key_sealed',
  'key_mode',
  'base_url',
  'other',
  'organization',
  'models',
  'test_model',
  'model_mapping',
  'status_code_mapping',
  'param_override',
  'setting',
  'auto_ban',
] as const;

export type ChannelRow = Pick<Selectable<Schema['channels']>, (typeof channelColumns)[number]>;
export type ChannelKeyRow = Pick<Selectable<Schema['channel_keys']>, 'id' | 'channel_id' | 'key_sealed'>;

/**
 * A channel from its row, with its own key or one of several; undefined, with a word in the log, when this version
 * cannot call it.
 */
export function readChannel(
  row: ChannelRow,
  tools: ChannelTools,
  keyRow?: ChannelKeyRow,
  key?: ChannelKey,
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
    const fields = {
      id: row.id,
      name: row.name,
      key: open(tools.channelKey, (keyRow ?? row).key_sealed, placeOf(row, keyRow)),
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
    };
    return new Channel(fields, provider, tools.poolFor, key);
  } catch (error) {
    tools.log.error({ err: error, channelId: row.id, keyId: keyRow?.id }, 'the key of a channel cannot be read');
    return undefined;
  }
}

function placeOf(row: ChannelRow, keyRow: ChannelKeyRow | undefined): Place {
  return keyRow
    ? { table: 'channel_keys', id: keyRow.id, field: 'key' }
    : { table: 'channels', id: row.id, field: 'key' };
}
