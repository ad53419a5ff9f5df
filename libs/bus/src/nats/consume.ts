import { setTimeout as sleep } from 'node:timers/promises';
import type { Consumer, JetStreamManager, JsMsg } from '@nats-io/jetstream';
import type { BatchOptions, Subscription, UsageMessage } from '../bus.ts';
import { redeliveryPauseMs } from '../timing.ts';
import { gather } from './gather.ts';
import type { Link } from './link.ts';
import type { Names } from './names.ts';
import { ackWaitMs, ensureConsumer } from './stream.ts';

export interface Consumption {
  readonly link: Link;
  readonly manager: JetStreamManager;
  readonly names: Names;
  readonly ensureStream: () => Promise<void>;
  readonly handle: (batch: readonly UsageMessage[]) => Promise<void>;
  readonly options: Required<BatchOptions>;
  readonly warn: (message: string) => void;
}

/** Pulls batches from the stream until stopped, across restarts of NATS and a stream that was made anew. */
export function consume(consumption: Consumption): Subscription {
  const { link, manager, names, ensureStream, warn } = consumption;
  const stopping = new AbortController();
  const { signal } = stopping;

  async function run(): Promise<void> {
    for (let failures = 0; !signal.aborted; ) {
      try {
        await link.whenUp(signal);
        await ensureStream();
        const info = await ensureConsumer(manager, names);
        const consumer = manager.jetstream().consumers.getConsumerFromInfo(info);
        while (!signal.aborted && link.up) {
          await pull(consumer, consumption, signal);
          failures = 0;
        }
      } catch (error) {
        if (signal.aborted) return;
        warn(`reading usage from NATS failed, will be tried again: ${error}`);
        await sleep(redeliveryPauseMs(++failures), undefined, { signal }).catch(() => {});
      }
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/**
 * One request to the server and all it brings. It asks for one batch only, so that memory is bounded and instances
 * share the work evenly.
 */
async function pull(consumer: Consumer, consumption: Consumption, signal: AbortSignal): Promise<void> {
  const { link, options } = consumption;
  const messages = await consumer.fetch({ max_messages: options.maxMessages, expires: 10_000 });
  const close = () => void messages.close();
  const stopWatching = link.onDown(close);
  signal.addEventListener('abort', close);
  try {
    for await (const batch of gather(messages, options.maxMessages, options.maxWaitMs)) {
      if (signal.aborted) for (const message of batch) message.nak();
      else await handleBatch(batch, consumption);
    }
  } finally {
    stopWatching();
    signal.removeEventListener('abort', close);
  }
}

async function handleBatch(batch: readonly JsMsg[], { handle, warn }: Consumption): Promise<void> {
  const stillWorking = setInterval(() => {
    for (const message of batch) message.working();
  }, ackWaitMs / 3);
  try {
    await handle(batch.map((message) => ({ data: message.data, deliveries: message.info.deliveryCount })));
  } catch (error) {
    warn(`usage batch of ${batch.length} failed, will be tried again: ${error}`);
    for (const message of batch) message.nak(redeliveryPauseMs(message.info.deliveryCount));
    return;
  } finally {
    clearInterval(stillWorking);
  }
  for (const message of batch) message.ack();
}
