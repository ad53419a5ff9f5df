import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startRedis, startRedisCluster } from '@switchyard/testing';
import { Redis } from 'ioredis';
import type { Kv } from '../kv.ts';
import { openKv } from '../open.ts';
import { emptyKv } from './empty.ts';

const users = Array.from({ length: 3_000 }, (_, index) => index + 1);

/** A store, and each of its servers alone. */
interface Store {
  readonly url: string;
  readonly servers: readonly string[];
  stop(): Promise<void>;
}

const stores: Readonly<Record<string, () => Promise<Store>>> = {
  'one Redis': async () => {
    const server = await startRedis();
    return { url: server.url, servers: [server.url], stop: () => server.stop() };
  },
  'a Redis Cluster': async () => {
    const cluster = await startRedisCluster();
    return { url: cluster.url, servers: cluster.servers.map(({ url }) => url), stop: () => cluster.stop() };
  },
};

for (const [name, start] of Object.entries(stores)) {
  describe(name, () => {
    let store: Store;
    let kv: Kv;
    let other: Kv;
    before(async () => {
      store = await start();
      kv = await openKv({ redisUrl: store.url });
      other = await openKv({ redisUrl: store.url, prefix: 'other:' });
    });
    after(async () => {
      await Promise.all([kv.close(), other.close()]);
      await store.stop();
    });

    it('is emptied of all its keys on every server, and what others keep there stays', async () => {
      await Promise.all(users.map((id) => kv.wallet.load(id, { version: 1, base: 100, frozen: false }, [])));
      await other.wallet.load(1, { version: 1, base: 100, frozen: false }, []);
      await kv.epoch.open('before');
      await emptyKv(store.url);
      assert.equal(await kv.epoch.read(), undefined);
      assert.equal((await other.wallet.read(1))?.account?.base, 100);
      assert.deepEqual((await Promise.all(store.servers.map(keysOf))).flat(), ['other:{u1}:wallet']);
    });
  });
}

async function keysOf(url: string): Promise<string[]> {
  const redis = new Redis(url);
  const keys = await redis.keys('*');
  redis.disconnect();
  return keys;
}
