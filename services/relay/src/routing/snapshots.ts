import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@switchyard/log';
import type { RoutingSnapshot } from './snapshot.ts';

/** Notices say when to look; this bounds how long a lost one matters. */
const reloadEveryMs = 60_000;
const retryAfterMs = 1_000;

/** The snapshot in force. A load that fails leaves the last good one standing. */
export class Snapshots {
  readonly #load: (last?: RoutingSnapshot) => Promise<RoutingSnapshot>;
  readonly #log: Logger;
  #current: RoutingSnapshot | undefined;
  #readAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #loading: Promise<void> | undefined;
  #again = false;

  /** `load` answers the last one when it still holds. */
  constructor(load: (last?: RoutingSnapshot) => Promise<RoutingSnapshot>, log: Logger) {
    this.#load = load;
    this.#log = log;
  }

  get current(): RoutingSnapshot | undefined {
    return this.#current;
  }

  /** When the one in force was read, epoch milliseconds. */
  get readAt(): number {
    return this.#readAt;
  }

  /** Waits for the first snapshot; rejects after `patienceMs` with the reason of the last failure. */
  async start(patienceMs: number): Promise<void> {
    const giveUpAt = Date.now() + patienceMs;
    while (!this.#current) {
      try {
        await this.#read();
      } catch (error) {
        if (Date.now() > giveUpAt) throw error;
        this.#log.warn({ err: error }, 'the configuration cannot be read yet');
        await sleep(retryAfterMs);
      }
    }
    this.#timer = setInterval(() => this.refresh(), reloadEveryMs);
  }

  /** Loads soon; calls while loading make one more load. */
  refresh(): void {
    if (this.#loading) {
      this.#again = true;
      return;
    }
    this.#loading = this.#reload().finally(() => {
      this.#loading = undefined;
      if (!this.#again) return;
      this.#again = false;
      this.refresh();
    });
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#again = false;
    await this.#loading;
  }

  async #read(): Promise<void> {
    this.#current = await this.#load(this.#current);
    this.#readAt = Date.now();
  }

  async #reload(): Promise<void> {
    try {
      await this.#read();
    } catch (error) {
      this.#log.warn({ err: error }, 'the configuration cannot be read; the last one stays in force');
    }
  }
}
