import type { BatchOptions, Subscription, UsageMessage } from '../bus.ts';
import type { UsageQueue } from './usage-queue.ts';

/** Hands batches out of the queue to `handle`, one at a time, until stopped. */
export function consume(
  queue: UsageQueue,
  handle: (batch: readonly UsageMessage[]) => Promise<void>,
  options: Required<BatchOptions>,
  warn: (message: string) => void,
): Subscription {
  const stopping = new AbortController();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const batch = await queue.take(options.maxMessages, options.maxWaitMs, stopping.signal);
      try {
        await handle(batch.map(({ data, deliveries }) => ({ data, deliveries })));
        queue.finish(batch);
      } catch (error) {
        warn(`usage batch of ${batch.length} failed, will be tried again: ${error}`);
        queue.giveBack(batch);
      }
    }
  }

  const running = run().catch((error) => {
    // Only waiting for messages can throw, and only because of stop().
    if (!stopping.signal.aborted) throw error;
  });
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
