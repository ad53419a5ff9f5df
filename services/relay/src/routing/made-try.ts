import type { ChannelTry } from '@switchyard/contracts';

/** One call to a channel that is over. What is written of it is the contract's; when it began is known here only. */
export class MadeTry implements ChannelTry {
  readonly channelId: number;
  readonly status: number;
  readonly durationMs: number;
  readonly #startedAt: number;

  /** `status`: of the answer's head; 0 when there was none. `begunAt`: by the clock of `performance`. */
  constructor(channelId: number, status: number, begunAt: number) {
    this.channelId = channelId;
    this.status = status;
    this.durationMs = Math.round(performance.now() - begunAt);
    this.#startedAt = Date.now() - this.durationMs;
  }

  /** Epoch milliseconds. */
  get startedAt(): number {
    return this.#startedAt;
  }
}
