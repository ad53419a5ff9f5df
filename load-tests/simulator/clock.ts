import { syncBuiltinESMExports } from 'node:module';
import promises from 'node:timers/promises';
import type { Process } from './process.ts';

const real = {
  setTimeout,
  setInterval,
  setImmediate,
  clearTimeout,
  clearInterval,
  clearImmediate,
  now: Date.now,
  elapsed: performance.now,
  sleep: promises.setTimeout,
};

/** A virtual timer, of the process that ran when it was made. */
class Timer {
  due: number;
  readonly sequence: number;
  readonly everyMs: number | undefined;
  readonly run: () => void;
  readonly owner: Process | undefined;
  /** False after `unref`: it fires when time passes it, and keeps no time going. */
  drives = true;
  done = false;

  constructor(due: number, sequence: number, everyMs: number | undefined, run: () => void, owner: Process | undefined) {
    this.due = due;
    this.sequence = sequence;
    this.everyMs = everyMs;
    this.run = run;
    this.owner = owner;
  }

  unref(): this {
    this.drives = false;
    return this;
  }

  ref(): this {
    this.drives = true;
    return this;
  }
}

/**
 * The time of a simulation: timers and Date of this thread are its own while it is installed. One event after the other
 * runs, each with all that follows from it at once; so whatever happens, happens again with the same seed.
 */
export class Clock {
  now: number;
  /** Whose code runs. */
  current: Process | undefined;
  events = 0;
  #timers: Timer[] = [];
  #sequence = 0;

  constructor(startMs: number) {
    this.now = startMs;
  }

  /** Takes the place of timers and clocks until the answer is called. */
  install(): () => void {
    const add = (run: () => void, delayMs: number, everyMs?: number) =>
      this.#add(run, Math.max(0, Number(delayMs) || 0), everyMs);
    const cancel = (timer: unknown) => {
      if (timer instanceof Timer) timer.done = true;
    };
    const sleep = (delayMs = 0, value?: unknown, { signal }: { signal?: AbortSignal; ref?: boolean } = {}) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const timer = add(() => resolve(value), delayMs);
        signal?.addEventListener('abort', () => {
          timer.done = true;
          reject(signal.reason);
        });
      });
    Object.assign(globalThis, {
      setTimeout: (run: (...rest: unknown[]) => void, ms: number, ...rest: unknown[]) => add(() => run(...rest), ms),
      setInterval: (run: () => void, ms: number) => add(run, ms, ms),
      setImmediate: (run: (...rest: unknown[]) => void, ...rest: unknown[]) => add(() => run(...rest), 0),
      clearTimeout: cancel,
      clearInterval: cancel,
      clearImmediate: cancel,
    });
    Date.now = () => this.now;
    performance.now = () => this.now;
    Object.assign(promises, { setTimeout: sleep });
    syncBuiltinESMExports();
    return () => {
      const { now, elapsed, sleep: realSleep, ...globals } = real;
      Object.assign(globalThis, globals);
      Date.now = now;
      performance.now = elapsed;
      Object.assign(promises, { setTimeout: realSleep });
      syncBuiltinESMExports();
    };
  }

  /** Runs something of a process, or of nobody, after so long. */
  after(delayMs: number, run: () => void, owner?: Process): void {
    this.#timers.push(new Timer(this.now + delayMs, ++this.#sequence, undefined, run, owner));
  }

  /** Runs code of a process now, and all that follows from it at once. */
  async as<Result>(owner: Process | undefined, run: () => Result): Promise<Result> {
    const before = this.current;
    this.current = owner;
    const result = run();
    await rest();
    this.current = before;
    return result;
  }

  /** Lets time pass up to `untilMs`, event by event, or until there is nothing more to do. */
  async run(untilMs: number): Promise<void> {
    for (let next = this.#next(); next !== undefined && next.due <= untilMs; next = this.#next()) {
      this.now = Math.max(this.now, next.due);
      await this.#fire(next);
      for (const timer of this.#timers) if (!timer.drives && timer.due <= this.now) await this.#fire(timer);
    }
    this.now = Math.max(this.now, untilMs);
  }

  #add(run: () => void, delayMs: number, everyMs?: number): Timer {
    const timer = new Timer(this.now + delayMs, ++this.#sequence, everyMs, run, this.current);
    this.#timers.push(timer);
    return timer;
  }

  #next(): Timer | undefined {
    let first: Timer | undefined;
    let kept = 0;
    for (const timer of this.#timers) {
      if (timer.done || timer.owner?.alive === false) continue;
      this.#timers[kept++] = timer;
      if (!timer.drives) continue;
      if (timer.owner && timer.owner.frozenUntil > timer.due) timer.due = timer.owner.frozenUntil;
      if (!first || timer.due < first.due || (timer.due === first.due && timer.sequence < first.sequence))
        first = timer;
    }
    this.#timers.length = kept;
    return first;
  }

  async #fire(timer: Timer): Promise<void> {
    if (timer.done || timer.owner?.alive === false || (timer.owner?.frozenUntil ?? 0) > this.now) return;
    if (timer.everyMs === undefined) timer.done = true;
    else timer.due = this.now + Math.max(1, timer.everyMs);
    this.events++;
    await this.as(timer.owner, timer.run);
  }
}

/**
 * Resolves when no promise has anything left to do: Node comes to what waits for the next tick only then. The second one is
 * for what was said to wait for it meanwhile. A turn of the event loop would cost four times as much.
 */
function rest(): Promise<void> {
  return new Promise((resolve) => process.nextTick(() => process.nextTick(resolve)));
}
