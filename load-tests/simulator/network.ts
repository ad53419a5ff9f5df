import type { Clock } from './clock.ts';
import type { Process } from './process.ts';
import type { Random } from './random.ts';

const patienceMs = 1_000;

/** A store that processes call. */
export class Server {
  readonly name: string;
  /** Calls are refused. */
  isAway = false;
  /** How often an answer is lost: what was asked is done, and the caller hears of a failure. */
  lossRate = 0;
  /** How often a call takes long. */
  slowRate = 0;
  slowMs = 0;

  constructor(name: string) {
    this.name = name;
  }
}

/** What the caller hears when it cannot know whether it was done. */
export class NoAnswer extends Error {}

/** Calls between processes and stores: they take time, keep their order on each way, and fail. */
export class Network {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #arrivals = new Map<string, number>();
  /** Processes of which something arrived after their death. */
  readonly haunting = new Set<string>();
  /** Asked before a process calls; may end it. */
  onCall: (from: Process) => void = () => {};

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  /** Resolves with what the server answers, in the process that called; never when that is dead by then. */
  call<Result>(server: Server, work: () => Result | Promise<Result>): Promise<Result> {
    const from = this.#clock.current as Process;
    // What follows the death of a process within one turn is not done any more.
    if (!from.alive) return new Promise(() => {});
    this.onCall(from);
    // What a process sent in its last moment may or may not be on the wire.
    const isSent = from.alive || this.#random.chance(0.3);
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const way = `${from.name} ${server.name}`;
    const arrival = Math.max(this.#clock.now + this.#delay(server), this.#arrivals.get(way) ?? 0);
    this.#arrivals.set(way, arrival);
    const answer = (delayMs: number, deliver: () => void) => this.#clock.after(delayMs, deliver, from);
    const fail = (delayMs: number) => answer(delayMs, () => reject(new NoAnswer(`${server.name} does not answer`)));
    const survivesSender = this.#random.chance(0.5);
    const perform = async () => {
      if (!isSent || (!from.alive && !survivesSender)) return;
      if (!from.alive) this.haunting.add(from.name);
      if (server.isAway) return fail(this.#random.whole(0, patienceMs));
      const isLost = this.#random.chance(server.lossRate);
      const delayMs = this.#delay(server);
      try {
        const result = await work();
        if (isLost) fail(patienceMs);
        else answer(delayMs, () => resolve(result));
      } catch (error) {
        answer(delayMs, () => reject(error));
      }
    };
    this.#clock.after(arrival - this.#clock.now, () => void perform());
    return promise;
  }

  #delay({ slowRate, slowMs }: Server): number {
    return this.#random.chance(slowRate) ? this.#random.whole(1, slowMs) : this.#random.whole(0, 2);
  }
}
