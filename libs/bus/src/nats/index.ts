import { jetstreamManager } from '@nats-io/jetstream';
import type { Bus, Subscription, UsageProgress } from '../bus.ts';
import { batchDefaults, publishTimeoutMs, retryFor, withTimeout } from '../timing.ts';
import { parseNatsUrl } from './address.ts';
import { consume } from './consume.ts';
import { openLink } from './link.ts';
import { namesFor } from './names.ts';
import { publish } from './publish.ts';
import { ensureStream } from './stream.ts';

const requestTimeoutMs = 3000;

/**
 * A bus over NATS with JetStream. Waits up to `waitMs` for a server that is not there yet, then rejects with a
 * sentence for the operator.
 */
export async function openNatsBus(
  natsUrl: string,
  prefix: string,
  waitMs: number,
  warn: (message: string) => void,
): Promise<Bus> {
  const names = namesFor(prefix);
  const address = parseNatsUrl(natsUrl);
  const link = await openLink(address, waitMs, warn);
  const { connection } = link;
  const manager = await jetstreamManager(connection, { checkAPI: false, timeout: requestTimeoutMs });
  const jetstream = manager.jetstream();
  const subscriptions = new Set<Subscription>();
  const ensure = () => ensureStream(manager, names, address.options.servers.length);

  try {
    await retryFor(waitMs, ensure);
  } catch (error) {
    await connection.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `NATS at ${address.hosts} cannot store usage (${reason}); start it with JetStream: nats-server -js`,
    );
  }

  return {
    description: `nats ${address.hosts}`,
    shared: true,

    async publishUsage(data, id, timeoutMs = publishTimeoutMs) {
      const message = { subject: names.usageSubject, data, id };
      const work = publish(jetstream, link, ensure, message, timeoutMs);
      await withTimeout(work, timeoutMs, `NATS has not stored usage within ${timeoutMs} ms`);
    },

    async consumeUsage(handle, options = {}) {
      const consumer = consume({
        link,
        manager,
        names,
        ensureStream: ensure,
        handle,
        options: { ...batchDefaults, ...options },
        warn,
      });
      subscriptions.add(consumer);
      return consumer;
    },

    async usageProgress(): Promise<UsageProgress> {
      link.assertUp();
      // A work queue holds what is not handled and nothing else. The consumer's own figures may be wrong after a kill.
      const { state } = await manager.streams.info(names.stream);
      const acknowledged = state.messages === 0 ? state.last_seq : state.first_seq - 1;
      return { stored: state.last_seq, acknowledged };
    },

    async notify(subject, payload) {
      link.assertUp();
      connection.publish(names.noticePrefix + subject, payload);
      await link.flush(requestTimeoutMs);
    },

    async listen(subject, handle) {
      link.assertUp();
      const subscription = connection.subscribe(names.noticePrefix + subject, {
        callback: (error, message) => {
          try {
            if (error) throw error;
            handle(message.subject.slice(names.noticePrefix.length), message.string());
          } catch (failure) {
            warn(`listener of ${subject} failed: ${failure}`);
          }
        },
      });
      await link.flush(requestTimeoutMs);
      return { stop: async () => subscription.unsubscribe() };
    },

    ping: () => link.flush(requestTimeoutMs),

    async close() {
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
      // Acknowledgements are on their way; without them the messages come once more.
      if (link.up) await link.flush(requestTimeoutMs).catch(() => {});
      await connection.close();
    },
  };
}
