import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector';

/** Which blocks of some modules were run how often, as V8 counts them itself. */
export class Coverage {
  readonly #session = new Session();
  readonly #modules: readonly string[];
  readonly #seen = new Set<string>();

  /** `modules`: parts of the addresses of the modules that count. */
  constructor(modules: readonly string[]) {
    this.#modules = modules;
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** Blocks, each with how often it was run to the next power of two, that are new since the last call. */
  news(): number {
    let found = 0;
    for (const { url, functions } of this.#take()) {
      if (!this.#modules.some((part) => url.endsWith(part))) continue;
      for (const { ranges } of functions) {
        for (const { startOffset, endOffset, count } of ranges) {
          if (count === 0) continue;
          const feature = `${url}:${startOffset}:${endOffset}:${Math.min(16, Math.ceil(Math.log2(count + 1)))}`;
          if (this.#seen.has(feature)) continue;
          this.#seen.add(feature);
          found++;
        }
      }
    }
    return found;
  }

  /** Blocks that were ever run. */
  get blocks(): number {
    return new Set([...this.#seen].map((feature) => feature.slice(0, feature.lastIndexOf(':')))).size;
  }

  close(): void {
    this.#session.disconnect();
  }

  #take(): Profiler.ScriptCoverage[] {
    let result: Profiler.ScriptCoverage[] = [];
    // Answered before the call returns.
    this.#session.post('Profiler.takePreciseCoverage', (error, taken) => {
      if (error) throw error;
      result = taken.result;
    });
    return result;
  }
}
