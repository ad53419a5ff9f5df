import type { Kv } from '../kv.ts';
import { RedisClock } from './clock.ts';
import { connect, serversOf } from './connection.ts';
import { RedisEpoch } from './epoch.ts';
import { RedisLimiter } from './limiter.ts';
import { RedisPresence } from './presence.ts';
import { RedisWallet } from './wallet.ts';

/** Before every key of an installation. */
export const standardPrefix = 'switchyard:';

/** State shared through Redis. `prefix` goes before every key; `now` (milliseconds) replaces Redis's clock in tests. */
export async function redisKv(redisUrl: string, prefix = standardPrefix, now?: () => number): Promise<Kv> {
  const { redis, hosts } = await connect(redisUrl, prefix);
  const clock = new RedisClock(now);
  return {
    description: `redis ${hosts}`,
    shared: true,
    wallet: new RedisWallet(redis, clock),
    limiter: new RedisLimiter(redis, clock),
    epoch: new RedisEpoch(redis),
    relays: new RedisPresence(redis, clock),
    async ping() {
      await Promise.all(serversOf(redis).map((server) => server.ping()));
    },
    async close() {
      await redis.quit().catch(() => redis.disconnect());
    },
  };
}
