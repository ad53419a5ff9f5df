/**
 * One of several keys of a channel. A key that its upstream refused, or whose rate is used up, rests while the others
 * serve; this outlives snapshots.
 */
export class ChannelKey {
  readonly id: number;
  #restsUntil = 0;

  constructor(id: number) {
    this.id = id;
  }

  /** In epoch milliseconds; past or 0 when it may serve. */
  get restsUntil(): number {
    return this.#restsUntil;
  }

  isResting(nowMs: number): boolean {
    return nowMs < this.#restsUntil;
  }

  rest(nowMs: number, forMs: number): void {
    this.#restsUntil = Math.max(this.#restsUntil, nowMs + forMs);
  }
}
