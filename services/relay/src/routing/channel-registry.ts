import type { Channel } from './channel.ts';
import type { ChannelKey } from './channel-key.ts';
import { type ChannelKeyRow, type ChannelRow, type ChannelTools, readChannel } from './read-channel.ts';

interface Known {
  readonly text: string;
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
    this.#known = next;
    return (row, keyRow, key) => {
      const place = `${row.id} ${keyRow?.id}`;
      const text = JSON.stringify([row, keyRow]);
      const known = last.get(place);
      const same = known?.text === text && known.channel.key === key;
      const channel = same ? known.channel : readChannel(row, this.#tools, keyRow, key);
      if (channel) next.set(place, { text, channel });
      return channel;
    };
  }
}
