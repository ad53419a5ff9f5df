import { Redis } from 'ioredis';

/**
 * Empties the store of balances and holds: its balances are newer than those of a back-up and would win. Billing fills it again from
 * the journal.
 */
export async function emptyWallets(redisUrl: string): Promise<void> {
  const redis = new Redis(redisUrl, { lazyConnect: true, maxRetriesPerRequest: 1 });
  try {
    await redis.connect();
    for await (const keys of redis.scanStream({ match: 'switchyard:*', count: 1_000 }) as AsyncIterable<string[]>) {
      if (keys.length > 0) await redis.unlink(...keys);
    }
  } finally {
    redis.disconnect();
  }
}
