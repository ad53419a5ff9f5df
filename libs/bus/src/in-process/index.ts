import type { Bus, Subscription } from '../bus.ts';
import { batchDefaults, publishTimeoutMs, withTimeout } from '../timing.ts';
import { consume } from './consume.ts';
import { Notices } from './notices.ts';
import { UsageQueue } from './usage-queue.ts';

/** A bus for services that share this process. Nothing is stored: see `publishUsage`. */
export function openInProcessBus(warn: (message: string) => void): Bus {
  const queue = new UsageQueue();
  const notices = new Notices(warn);
  const consumers = new Set<Subscription>();
  let closed = false;

  function assertOpen(): void {
    if (closed) throw new Error('the bus is closed');
  }

  return {
    description: 'in-process',
    shared: false,

    async publishUsage(message, messageId, timeoutMs = publishTimeoutMs) {
      assertOpen();
      await withTimeout(queue.add(messageId, message), timeoutMs, `billing has not taken usage within ${timeoutMs} ms`);
    },

    async consumeUsage(handle, options = {}) {
      assertOpen();
      const consumer = consume(queue, handle, { ...batchDefaults, ...options }, warn);
      consumers.add(consumer);
      return consumer;
    },

    usageProgress: async () => queue.progress(),

    async notify(subject, payload) {
      assertOpen();
      notices.tell(subject, payload);
    },

    async listen(subject, handle) {
      assertOpen();
      return notices.listen({ subject, handle });
    },

    ping: async () => assertOpen(),

    async close() {
      closed = true;
      await Promise.all([...consumers].map((consumer) => consumer.stop()));
      notices.clear();
      queue.clear(new Error('the bus is closed'));
    },
  };
}
