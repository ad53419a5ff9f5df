import { type Bus, openBus } from '@switchyard/bus';
import { type Kv, openKv } from '@switchyard/kv';
import { testNats, testRedis } from '@switchyard/testing';

/** The two ways to run Switchyard. */
export const waysToRun = ['single node', 'scaled'] as const;

/** Adapters of one way, with nothing in them. */
export async function openAdapters(way: (typeof waysToRun)[number]): Promise<{ kv: Kv; bus: Bus }> {
  if (way === 'single node') return { kv: await openKv({}), bus: await openBus({}) };
  const redis = await testRedis();
  const nats = await testNats();
  return {
    kv: await openKv({ redisUrl: redis.url, prefix: redis.prefix }),
    bus: await openBus({ natsUrl: nats.url, prefix: nats.prefix }),
  };
}
