import type { Relay } from '../context.ts';
import { providerOf } from '../providers/index.ts';
import { Channel } from '../routing/channel.ts';
import { readChannel } from '../routing/snapshot-repository.ts';

/** A channel as it is stored, switched off or not; undefined when it cannot be called. */
export async function loadChannel(relay: Relay, channelId: number): Promise<Channel | undefined> {
  const row = await relay.db.selectFrom('channels').selectAll().where('id', '=', channelId).executeTakeFirst();
  return row && readChannel(row, relay.channelTools);
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
