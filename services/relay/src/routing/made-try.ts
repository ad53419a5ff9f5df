import type { ChannelTry } from '@switchyard/contracts';
import type { Channel } from './channel.ts';

/** One call to a channel that is over. What is written of it is the contract's; the rest is known here only. */
export class MadeTry implements ChannelTry {
  readonly channelId: number;
  readonly status: number;
  readonly durationMs: number;
  readonly #startedAt: number;
  readonly #providerName: string;

  /** `status`: of the answer's head; 0 when there was none. `begunAt`: by the clock of `performance`. */
  constructor(channel: Pick<Channel, 'id' | 'providerName'>, status: number, begunAt: number) {
    this.channelId = channel.id;
    this.#providerName = channel.providerName;
    this.status = status;
    this.durationMs = Math.round(performance.now() - begunAt);
    this.#startedAt = Date.now() - this.durationMs;
  }

  /** Epoch milliseconds. */
  get startedAt(): number {
    return this.#startedAt;
  }

  get providerName(): string {
    return this.#providerName;
  }
}
