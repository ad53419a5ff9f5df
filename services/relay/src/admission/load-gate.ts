import type { GatewayError } from '../errors.ts';
import { LearnedLimit } from './learned-limit.ts';
import { overloaded } from './overloaded.ts';

export interface LoadLimits {
  /** Requests that run at the same time. */
  readonly runningLimit: number;
  /** How late the event loop may be before fewer may run; 0: however late. */
  readonly lagLimitMs: number;
  /** Memory for request bodies, and for the files that a request names, of a mebibyte and more, together. */
  readonly bodiesLimitBytes: number;
}

/** Tells when an answer is over. */
export interface Closing {
  /** It is over already. */
  readonly destroyed: boolean;
  once(event: 'close', heard: () => void): unknown;
}

/** Shorter bodies are bounded by the number of requests. */
export const countedBodyBytes = 1_048_576;
const lookEveryMs = 100;

/**
 * Turns requests away before anything is read or looked up for them, when serving them would spoil what runs already: more run
 * than the event loop can bear, or large bodies fill the memory that is meant for them. To refuse costs a fraction of a service.
 */
export class LoadGate {
  readonly #limits: LoadLimits;
  readonly #running: { readonly size: number };
  readonly #limit: LearnedLimit;
  readonly #timer: NodeJS.Timeout;
  /** At the last three looks. */
  #lags: [number, number, number] = [0, 0, 0];
  #bodyBytes = 0;
  /** By the clock of `performance`. */
  #lookedAt = performance.now();

  constructor(limits: LoadLimits, running: { readonly size: number }) {
    this.#limits = limits;
    this.#running = running;
    this.#limit = new LearnedLimit(limits.runningLimit, limits.lagLimitMs);
    this.#timer = setInterval(() => this.#look(), lookEveryMs);
  }

  /** The refusal of a request that is too much now. */
  refusal(): GatewayError | undefined {
    return this.#limit.allows(this.#running.size) ? undefined : overloaded();
  }

  /** Takes memory for a body, until its answer is over. Answers the refusal when there is not so much. */
  claim(bytes: number, answer: Closing): GatewayError | undefined {
    if (bytes < countedBodyBytes) return undefined;
    // Nothing would tell when to give back what is claimed for an answer that is over.
    if (answer.destroyed || this.#bodyBytes + bytes > this.#limits.bodiesLimitBytes) return overloaded();
    this.#bodyBytes += bytes;
    answer.once('close', () => {
      this.#bodyBytes -= bytes;
    });
    return undefined;
  }

  /** How many requests may run now. */
  get runningLimit(): number {
    return this.#limit.current;
  }

  /** Bytes of large bodies now. */
  get bodyBytes(): number {
    return this.#bodyBytes;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** By the median of three: a single pause, such as a collection, is no overload. */
  #look(): void {
    const now = performance.now();
    this.#lags = [this.#lags[1], this.#lags[2], now - this.#lookedAt - lookEveryMs];
    this.#lookedAt = now;
    const median = this.#lags.toSorted((a, b) => a - b)[1] as number;
    if (this.#limits.lagLimitMs > 0) this.#limit.learn(median, this.#running.size);
  }
}
