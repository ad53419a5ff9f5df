import { setImmediate } from 'node:timers/promises';

const longestMs = 5;

/** Long work in steps, between which requests are served. */
export class Steps {
  #begunAt = performance.now();

  /** Ends the step if it has taken long enough; resolves when the next one may begin. */
  async next(): Promise<void> {
    if (performance.now() - this.#begunAt < longestMs) return;
    await setImmediate();
    this.#begunAt = performance.now();
  }
}
