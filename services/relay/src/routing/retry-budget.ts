/** Retries for a hundred requests. */
const share = 0.1;
/** Of a relay that serves few requests, in each period. */
const floor = 20;
const periodMs = 10_000;

/**
 * How often all requests of a relay together may be tried again: for a tenth of the requests of the last ten to twenty seconds, or
 * twenty times where those are few. When upstreams fail one after the other, retries of everything would double the load of those that are left.
 */
export class RetryBudget {
  #began: number;
  #requests = 0;
  #retries = 0;
  #lastRequests = 0;
  #lastRetries = 0;
  /** Retries that were not made for want of it. */
  withheld = 0;

  constructor(nowMs: number) {
    this.#began = nowMs;
  }

  /** A request is sent for the first time. */
  deposit(nowMs: number): void {
    this.#roll(nowMs);
    this.#requests++;
  }

  /** May one be sent again? If so, it counts. */
  spend(nowMs: number): boolean {
    this.#roll(nowMs);
    const allowed = Math.max(floor, share * (this.#requests + this.#lastRequests));
    if (this.#retries + this.#lastRetries + 1 > allowed) {
      this.withheld++;
      return false;
    }
    this.#retries++;
    return true;
  }

  #roll(nowMs: number): void {
    const elapsedMs = nowMs - this.#began;
    if (elapsedMs < periodMs) return;
    const isNext = elapsedMs < 2 * periodMs;
    this.#lastRequests = isNext ? this.#requests : 0;
    this.#lastRetries = isNext ? this.#retries : 0;
    this.#requests = 0;
    this.#retries = 0;
    this.#began = nowMs;
  }
}
