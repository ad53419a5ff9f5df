import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { UsageMessage, UsageProgress } from '../bus.ts';
import { redeliveryPauseMs } from '../timing.ts';

/** A message from its publisher until a consumer has handled it. */
export interface Entry extends UsageMessage {
  readonly messageId: string;
  readonly sequence: number;
  readonly handled: PromiseWithResolvers<void>;
  deliveries: number;
  /** With a handler, or resting after one failed. */
  held: boolean;
}

/** Messages whose publishers gave up stay; a publisher that never stops must not fill the memory. */
const capacity = 1000;

/** Messages waiting for the consumer, in the order they came. */
export class UsageQueue {
  readonly #entries = new Map<string, Entry>();
  readonly #wake = new EventEmitter().setMaxListeners(0);
  #stored = 0;

  /** Resolves when the message was handled. A message whose id is still here joins the one that is. */
  add(messageId: string, data: Uint8Array): Promise<void> {
    let entry = this.#entries.get(messageId);
    if (!entry) {
      if (this.#entries.size >= capacity) {
        return Promise.reject(new Error(`${capacity} usage messages already wait for billing`));
      }
      const handled = Promise.withResolvers<void>();
      // A publisher that timed out no longer looks at it.
      handled.promise.catch(() => {});
      entry = { messageId, data, sequence: ++this.#stored, deliveries: 0, held: false, handled };
      this.#entries.set(messageId, entry);
      this.#wake.emit('ready');
    }
    return entry.handled.promise;
  }

  /** Waits for a message, then gathers more for `maxWaitMs`. Rejects when the signal fires. */
  async take(maxMessages: number, maxWaitMs: number, signal: AbortSignal): Promise<Entry[]> {
    for (;;) {
      while (this.#ready().length === 0) await once(this.#wake, 'ready', { signal });
      if (this.#ready().length < maxMessages) await sleep(maxWaitMs, undefined, { signal });
      const batch = this.#ready().slice(0, maxMessages);
      // Empty when another consumer was faster.
      if (batch.length === 0) continue;
      for (const entry of batch) {
        entry.held = true;
        entry.deliveries++;
      }
      return batch;
    }
  }

  finish(batch: readonly Entry[]): void {
    for (const entry of batch) {
      this.#entries.delete(entry.messageId);
      entry.handled.resolve();
    }
  }

  /** Offers each message again after its pause. */
  giveBack(batch: readonly Entry[]): void {
    for (const entry of batch) {
      setTimeout(() => {
        entry.held = false;
        this.#wake.emit('ready');
      }, redeliveryPauseMs(entry.deliveries)).unref();
    }
  }

  progress(): UsageProgress {
    const [oldest] = this.#entries.values();
    return { stored: this.#stored, acknowledged: oldest ? oldest.sequence - 1 : this.#stored };
  }

  /** Tells every waiting publisher that nobody will handle its message. */
  clear(error: Error): void {
    for (const entry of this.#entries.values()) entry.handled.reject(error);
    this.#entries.clear();
  }

  #ready(): Entry[] {
    return [...this.#entries.values()].filter((entry) => !entry.held);
  }
}
