import type { Channel } from './channel.ts';

export type KeyOrder = 'random' | 'round_robin';

/** The keys of one channel that are on, each as a channel of its own, and whose turn it is. */
export class KeyRing {
  readonly channels: readonly Channel[];
  readonly #inTurn: boolean;
  #next: number;

  constructor(channels: readonly Channel[], order: KeyOrder) {
    this.channels = channels;
    this.#inTurn = order === 'round_robin';
    // Every change of the configuration makes new rings: they must not all begin with the same key.
    this.#next = Math.floor(Math.random() * channels.length);
  }

  allRest(nowMs: number): boolean {
    return this.channels.every(({ key }) => key?.isResting(nowMs));
  }

  /** When the first of them may serve, in epoch milliseconds; past or 0 when one may now. */
  get restsUntil(): number {
    return Math.min(...this.channels.map(({ key }) => key?.restsUntil ?? 0));
  }

  /** Index of the key to use; -1 when all rest. */
  next(nowMs: number): number {
    const { length } = this.channels;
    const start = this.#inTurn ? this.#next : Math.floor(Math.random() * length);
    for (let step = 0; step < length; step++) {
      const at = (start + step) % length;
      if (this.channels[at]?.key?.isResting(nowMs)) continue;
      this.#next = at + 1;
      return at;
    }
    return -1;
  }
}
