import { connect, serversOf } from './connection.ts';
import { standardPrefix } from './kv.ts';

const keysPerScan = 1_000;

/**
 * Removes every key behind `prefix`, on all servers of a cluster; what others keep in the same Redis stays. Fails with a sentence
 * that names REDIS_URL.
 */
export async function emptyKv(redisUrl: string, prefix = standardPrefix): Promise<void> {
  const { redis } = await connect(redisUrl, '');
  try {
    for (const server of serversOf(redis)) {
      for await (const keys of server.scanStream({ match: `${prefix}*`, count: keysPerScan }) as AsyncIterable<
        string[]
      >) {
        // One by one: keys of one server are of many slots, and a cluster refuses a command that names two.
        await Promise.all(keys.map((key) => redis.unlink(key)));
      }
    }
  } finally {
    redis.disconnect();
  }
}
