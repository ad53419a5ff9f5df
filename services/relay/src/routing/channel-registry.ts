import { hash } from 'node:crypto';
import type { Channel } from './channel.ts';
import type { ChannelKey } from './channel-key.ts';
import { type ChannelKeyRow, type ChannelRow, type ChannelTools, readChannel } from './read-channel.ts';

interface Known {
  /** Of its row: the rows themselves would take more memory than the channels. */
  readonly digest: string;
  readonly channel: Channel;
}

/** Channels as their rows describe them; survives new snapshots. One whose row is the same stays, with what it has worked out and learnt. */
export class ChannelRegistry {
  readonly #tools: ChannelTools;
  #known = new Map<string, Known>();

  constructor(tools: ChannelTools) {
    this.#tools = tools;
  }

  /** Like `readChannel`, for all channels of a moment. Those that are not read are forgotten. */
  reading(): (row: ChannelRow, keyRow?: ChannelKeyRow, key?: ChannelKey) => Channel | undefined {
    const [last, next] = [this.#known, new Map<string, Known>()];
    const names = new Map<string, string>();
    this.#known = next;
    return (row, keyRow, key) => {
      const place = `${row.id} ${keyRow?.id}`;
      const digest = hash('sha256', JSON.stringify([row, keyRow]), 'base64');
      const known = last.get(place);
      const same = known?.digest === digest && known.channel.key === key;
      const channel = same ? known.channel : readChannel(withNames(row, names), this.#tools, keyRow, key);
      if (channel) next.set(place, { digest, channel });
      return channel;
    };
  }
}

/** The same row; models that several channels serve are one text in memory, which requests then compare theirs with. */
function withNames(row: ChannelRow, names: Map<string, string>): ChannelRow {
  const models = row.models.map((model) => {
    const known = names.get(model) ?? model;
    names.set(model, known);
    return known;
  });
  return { ...row, models };
}
