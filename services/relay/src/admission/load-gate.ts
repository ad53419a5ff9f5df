import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { GatewayError } from '../errors.ts';
import { overloaded } from './overloaded.ts';

export interface LoadLimits {
  /** Requests that run at the same time. */
  readonly runningLimit: number;
  /** How late the event loop may be; 0: however late. */
  readonly lagLimitMs: number;
  /** Memory for request bodies of a mebibyte and more, together. */
  readonly bodiesLimitBytes: number;
}

/** Tells when an answer is over. */
export interface Closing {
  once(event: 'close', heard: () => void): unknown;
}

/** Shorter bodies are bounded by the number of requests. */
export const countedBodyBytes = 1_048_576;
const resolutionMs = 10;
const lookEveryMs = 250;
const lateLooks = 2;

/**
 * Turns requests away before anything is read or looked up for them, when serving them would spoil what runs already: too many run,
 * the event loop is late, or large bodies fill the memory that is meant for them. To refuse costs a fraction of a service.
 */
export class LoadGate {
  readonly #limits: LoadLimits;
  readonly #running: { readonly size: number };
  readonly #delay = monitorEventLoopDelay({ resolution: resolutionMs });
  readonly #timer: NodeJS.Timeout;
  /** Looks in a row that found the loop late. */
  #lateLooks = 0;
  #bodyBytes = 0;
  /** By the clock of `performance`. */
  #lookedAt = performance.now();

  constructor(limits: LoadLimits, running: { readonly size: number }) {
    this.#limits = limits;
    this.#running = running;
    this.#delay.enable();
    this.#timer = setInterval(() => this.#look(), lookEveryMs);
  }

  /** The refusal of a request that is too much now. */
  refusal(): GatewayError | undefined {
    return this.#lateLooks >= lateLooks || this.#running.size >= this.#limits.runningLimit ? overloaded() : undefined;
  }

  /** Takes memory for a body, until its answer is over. Answers the refusal when there is not so much. */
  claim(bytes: number, answer: Closing): GatewayError | undefined {
    if (bytes < countedBodyBytes) return undefined;
    if (this.#bodyBytes + bytes > this.#limits.bodiesLimitBytes) return overloaded();
    this.#bodyBytes += bytes;
    answer.once('close', () => {
      this.#bodyBytes -= bytes;
    });
    return undefined;
  }

  /** Bytes of large bodies now. */
  get bodyBytes(): number {
    return this.#bodyBytes;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#delay.disable();
  }

  /** By the median, twice in a row: a single pause, such as a collection, is no overload. */
  #look(): void {
    const { lagLimitMs } = this.#limits;
    const now = performance.now();
    // Turns longer than from one look to the next leave no measurement: the first after a reset only begins one.
    const lagMs = this.#delay.count > 0 ? this.#delay.percentile(50) / 1e6 - resolutionMs : now - this.#lookedAt;
    this.#lookedAt = now;
    this.#lateLooks = lagLimitMs > 0 && lagMs > lagLimitMs ? this.#lateLooks + 1 : 0;
    this.#delay.reset();
  }
}
