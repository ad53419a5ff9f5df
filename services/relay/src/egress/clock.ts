/** What runs and has a deadline: looked at once per tick, so that no request needs a timer of its own. */
export interface Timed {
  /** Its answer comes bit by bit. */
  readonly streams: boolean;
  /** `now`: by the clock of `performance`, for the one on the wall may be set. */
  onTick(now: number): void;
  /** Writes down what it has cost so far. */
  note(): void;
  /** Its connection is not used again after it. */
  endConnection(): void;
  /** Ends it because the process must stop. */
  interrupt(): void;
}

const tickMs = 250;

/**
 * One coarse timer for all running requests. They stand in an array with places: a Set that is added to and deleted from for every
 * request leaves one dead table after the other behind, each with a reference to the next, and V8's scavenger keeps all that hangs
 * on such a chain until the next full collection (a fifth of the CPU time of small requests).
 */
export class Clock {
  readonly #places: (Timed | undefined)[] = [];
  readonly #free: number[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor() {
    this.#timer = setInterval(() => {
      const now = performance.now();
      for (const timed of this) timed.onTick(now);
    }, tickMs);
  }

  get size(): number {
    return this.#places.length - this.#free.length;
  }

  /** Answers its place. */
  add(timed: Timed): number {
    const place = this.#free.pop() ?? this.#places.length;
    this.#places[place] = timed;
    return place;
  }

  /** Gives the place to another. */
  remove(place: number): void {
    this.#places[place] = undefined;
    this.#free.push(place);
  }

  *[Symbol.iterator](): Iterator<Timed> {
    for (const timed of this.#places) if (timed) yield timed;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
