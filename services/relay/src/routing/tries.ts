import { type Account, type Candidate, choose, type Route, restMs } from './candidates.ts';
import { MadeTry } from './made-try.ts';
import type { RetryBudget } from './retry-budget.ts';

/** Where a request may go. */
export interface Itinerary {
  readonly route: Route;
  /** Most channels tried after the first. */
  readonly retries: number;
  /** What all requests have for that together. */
  readonly budget: RetryBudget;
  /** The account that knows the conversation. */
  readonly preferred?: Account | undefined;
}

/** Which channels one request was sent to, and which one is next. */
export class Tries {
  readonly #itinerary: Itinerary;
  readonly #excluded: number[] = [];
  readonly #made: MadeTry[] = [];
  #amended = 0;
  #last: Candidate | undefined;

  constructor(itinerary: Itinerary) {
    this.#itinerary = itinerary;
    itinerary.budget.deposit(Date.now());
  }

  /** Those that were made, oldest first. */
  get made(): readonly MadeTry[] {
    return this.#made;
  }

  /** Another channel may be tried, if there is one. */
  get open(): boolean {
    return this.#made.length - this.#amended <= this.#itinerary.retries;
  }

  /**
   * A channel that has not failed yet, or another key of one whose key was at fault; its probe is claimed, so its
   * health must hear how it went. None when this would be one retry too many for the relay.
   */
  next(): Candidate | undefined {
    const { route, preferred, budget } = this.#itinerary;
    const now = Date.now();
    const last = this.#last?.channel;
    if (last && !last.key?.isResting(now)) this.#excluded.push(last.id);
    const chosen = choose(route, this.#excluded, now, Math.random, preferred);
    if (chosen && this.#made.length > 0 && !budget.spend(now)) {
      chosen.health.release();
      return undefined;
    }
    this.#last = chosen;
    return chosen;
  }

  /** Milliseconds after which a request that no channel may take now should come again. */
  restMs(): number {
    return restMs(this.#itinerary.route, Date.now());
  }

  /** `status`: of the answer's head; 0 when there was none. `begunAt`: by the clock of `performance`. */
  note({ channel }: Candidate, status: number, begunAt: number): void {
    this.#made.push(new MadeTry(channel, status, begunAt));
  }

  /** Like `note`, of a try that is made once more at the same channel. That is no retry elsewhere, and takes nothing from those. */
  noteAmended(candidate: Candidate, status: number, begunAt: number): void {
    this.note(candidate, status, begunAt);
    this.#amended++;
  }
}
