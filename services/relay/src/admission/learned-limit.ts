/** So many may run however late the event loop is: fewer are not what makes it late. */
const least = 8;
/** Of those that run, when the event loop is too late. */
const keptShare = 0.9;
/** From look to look, when the event loop is in time: little while requests are turned away by the limit, much when few run. */
const [growthAtLimit, growthBelow] = [1.02, 1.2];

/**
 * How many requests may run at the same time, learned from the lateness of the event loop as TCP learns how much it may send (RFC 5681): cut
 * below what runs when it is too late, a little more when it is not. A switch that turned everybody away while it is late
 * would let in far too many each time that it is not.
 */
export class LearnedLimit {
  readonly #most: number;
  readonly #lagLimitMs: number;
  #limit: number;
  /** Since the last look somebody was turned away. */
  #reached = false;

  constructor(most: number, lagLimitMs: number) {
    this.#most = most;
    this.#lagLimitMs = lagLimitMs;
    this.#limit = most;
  }

  /** How many may run now. */
  get current(): number {
    return this.#limit;
  }

  /** May one more run beside `running`? */
  allows(running: number): boolean {
    if (running < this.#limit) return true;
    this.#reached = true;
    return false;
  }

  /** Regularly: how late the event loop is while so many run. From half the allowed lateness on nothing is added. */
  learn(lagMs: number, running: number): void {
    let wanted = this.#limit;
    if (lagMs > this.#lagLimitMs) wanted = Math.min(wanted, Math.max(least, Math.floor(running * keptShare)));
    else if (lagMs < this.#lagLimitMs / 2) {
      if (this.#reached) wanted *= growthAtLimit;
      else if (running < wanted / 2) wanted *= growthBelow;
    }
    this.#limit = Math.min(this.#most, Math.ceil(wanted));
    this.#reached = false;
  }
}
