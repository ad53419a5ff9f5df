import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bus } from '@switchyard/bus';
import type { Logger } from '@switchyard/log';
import type { Hold } from '../admission/hold.ts';
import type { Segment } from './spool/segment.ts';
import type { Spool } from './spool/spool.ts';

/** A charge on its way to the stream. */
export interface Charge {
  /** The usage event as JSON. */
  readonly event: string;
  readonly amount: number;
  readonly hold: Hold;
  readonly segment: Segment;
  /** When the request ended, epoch milliseconds. */
  readonly at: number;
}

const batchSize = 100;
/** Below what a NATS server takes in one message by default (1 MiB), whatever the events hold. */
const batchLength = 256 * 1024;
const batchWaitMs = 20;
const parallelBatches = 8;
const longestPauseMs = 5_000;
/** Events kept in memory while the stream is away; more are read from the spool again. */
const memoryLimit = 20_000;

/** Brings charges from the spool to the stream in batches, again and again until it has them. */
export class Publisher {
  readonly #bus: Bus;
  readonly #spool: Spool;
  readonly #log: Logger;
  #queue: Charge[] = [];
  /** The oldest charge of each batch under way. */
  readonly #underWay: Charge[] = [];
  #timer: NodeJS.Timeout | undefined;
  #replaying = false;
  #stopped = false;
  #failing = false;
  #idle: (() => void)[] = [];

  constructor(bus: Bus, spool: Spool, log: Logger) {
    this.#bus = bus;
    this.#spool = spool;
    this.#log = log;
  }

  add(charge: Charge): void {
    if (this.#queue.length >= memoryLimit || charge.segment.overflowed) {
      charge.segment.overflowed = true;
      // Its hold hears of it now: no one keeps the charge in memory until the stream has it.
      charge.hold.published(charge.amount);
      return;
    }
    this.#queue.push(charge);
    this.#pump();
  }

  /** When the oldest charge in memory that the stream does not have came in, epoch milliseconds; undefined when it has all. */
  get oldestAt(): number | undefined {
    const waiting = [...this.#underWay, ...this.#queue.slice(0, 1)].map(({ at }) => at);
    return waiting.length > 0 ? Math.min(...waiting) : undefined;
  }

  /** Publishes events that are on disk only, such as those of an earlier process. Resolves when the stream has them all. */
  async publishAll(events: readonly string[]): Promise<void> {
    for (let at = 0; at < events.length; ) {
      const count = batchOf(events, at, (event) => event.length);
      await this.#publish(events.slice(at, at + count).join('\n'));
      at += count;
    }
  }

  /** Waits until the stream has everything, at most `timeoutMs`; what is left stays in the spool. */
  async drain(timeoutMs: number): Promise<void> {
    this.#pump(true);
    if (this.#underWay.length > 0 || this.#queue.length > 0) {
      await Promise.race([
        new Promise<void>((done) => this.#idle.push(done)),
        sleep(timeoutMs, undefined, { ref: false }),
      ]);
    }
    this.#stopped = true;
  }

  /** Sends full batches; a partial one when it is told to or has waited long enough. */
  #pump(partial = false): void {
    while (
      this.#underWay.length < parallelBatches &&
      (this.#queue.length >= batchSize || (partial && this.#queue.length > 0))
    ) {
      void this.#send(
        this.#queue.splice(
          0,
          batchOf(this.#queue, 0, ({ event }) => event.length),
        ),
      );
    }
    if (this.#queue.length === 0 || this.#underWay.length === parallelBatches) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#pump(true);
    }, batchWaitMs);
  }

  async #send(batch: readonly Charge[]): Promise<void> {
    const oldest = batch[0] as Charge;
    this.#underWay.push(oldest);
    try {
      await this.#publish(batch.map(({ event }) => event).join('\n'));
      for (const charge of batch) {
        charge.hold.published(charge.amount);
        if (!charge.segment.overflowed) this.#spool.acknowledge(charge.segment);
      }
    } catch {
      // Stopped: the spool has them.
      return;
    } finally {
      this.#underWay.splice(this.#underWay.indexOf(oldest), 1);
    }
    this.#pump(this.#idle.length > 0);
    if (this.#queue.length === 0 && this.#underWay.length === 0) await this.#settleDown();
  }

  async #publish(lines: string): Promise<void> {
    const message = Buffer.from(lines);
    const id = randomUUID();
    for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        await this.#bus.publishUsage(message, id);
        if (this.#failing) this.#log.info('the usage stream answers again');
        this.#failing = false;
        return;
      } catch (error) {
        if (this.#stopped) throw error;
        if (!this.#failing)
          this.#log.warn({ err: error }, 'the usage stream does not answer; charges stay in the spool');
        this.#failing = true;
        await sleep(pauseMs);
      }
    }
  }

  /** Nothing is left in memory: takes up what overflowed, then tells those who wait. */
  async #settleDown(): Promise<void> {
    if (this.#replaying) return;
    this.#replaying = true;
    try {
      for (const segment of this.#spool.overflowed()) {
        await this.publishAll(this.#spool.finals(segment));
        this.#spool.replayed(segment);
      }
    } catch (error) {
      this.#log.error({ err: error }, 'a segment of the spool could not be published again');
    } finally {
      this.#replaying = false;
    }
    if (this.#queue.length > 0 || this.#underWay.length > 0) return;
    for (const done of this.#idle.splice(0)) done();
  }
}

/** How many of the events from `start` on go into one message: at least one. */
function batchOf<Event>(events: readonly Event[], start: number, lengthOf: (event: Event) => number): number {
  const most = Math.min(batchSize, events.length - start);
  let length = 0;
  for (let count = 0; count < most; count++) {
    length += lengthOf(events[start + count] as Event);
    if (count > 0 && length > batchLength) return count;
  }
  return most;
}
