import type { Relay } from '../context.ts';
import { providerOf } from '../providers/index.ts';
import { Channel } from '../routing/channel.ts';
import { channelColumns, readChannel } from '../routing/read-channel.ts';

/**
 * A channel as it is stored, switched off or not; undefined when it cannot be called. Of several keys `keyId` names one;
 * else it is the first that is on.
 */
export async function loadChannel({ db, channelTools }: Relay, channelId: number, keyId?: number) {
  const row = await db.selectFrom('channels').select(channelColumns).where('id', '=', channelId).executeTakeFirst();
  if (!row || row.key_mode === 'single') return row && readChannel(row, channelTools);
  const key = await db
    .selectFrom('channel_keys')
    .select(['id', 'channel_id', 'key_sealed'])
    .where('channel_id', '=', channelId)
    .$if(keyId !== undefined, (query) => query.where('id', '=', keyId as number))
    .orderBy('status')
    .orderBy('id')
    .executeTakeFirst();
  return key && readChannel(row, channelTools, key);
}

/** A channel that an operator is still filling in. */
export function unsavedChannel(
  relay: Relay,
  fields: { type: number; baseUrl: string; key: string; other?: string },
): Channel | undefined {
  const provider = providerOf(fields.type);
  return (
    provider &&
    new Channel(
      {
        id: 0,
        name: '',
        key: fields.key,
        baseUrl: fields.baseUrl,
        other: fields.other ?? '',
        organization: '',
        models: [],
        testModel: '',
        modelMapping: {},
        statusCodeMapping: {},
        paramOverride: {},
        setting: {},
        autoBan: false,
      },
      provider,
      relay.channelTools.poolFor,
    )
  );
}
