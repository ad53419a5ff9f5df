/** What runs and has a deadline: looked at once per tick, so that no request needs a timer of its own. */
export interface Timed {
  onTick(nowMs: number): void;
  /** Writes down what it has cost so far. */
  note(): void;
  /** Ends it because the process must stop. */
  interrupt(): void;
}

const tickMs = 250;

/** One coarse timer for all running requests. */
export class Clock {
  readonly #running = new Set<Timed>();
  readonly #timer: NodeJS.Timeout;

  constructor() {
    this.#timer = setInterval(() => {
      const now = Date.now();
      for (const timed of this.#running) timed.onTick(now);
    }, tickMs);
  }

  get size(): number {
    return this.#running.size;
  }

  add(timed: Timed): void {
    this.#running.add(timed);
  }

  remove(timed: Timed): void {
    this.#running.delete(timed);
  }

  [Symbol.iterator](): Iterator<Timed> {
    return this.#running.values();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
