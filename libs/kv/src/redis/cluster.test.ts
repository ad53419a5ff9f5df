import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServerCluster, startRedisCluster } from '@switchyard/testing';
import { Redis } from 'ioredis';
import { balanceContract } from '../contract/balance.ts';
import { type Bench, manualClock } from '../contract/harness.ts';
import { limitsContract } from '../contract/limits.ts';
import { settlementContract } from '../contract/settlement.ts';
import { storeContract } from '../contract/store.ts';
import type { Kv } from '../kv.ts';
import { openKv } from '../open.ts';
import { redisKv } from './kv.ts';

describe('Redis Cluster', () => {
  let cluster: ServerCluster;
  let bench: Bench;
  before(async () => {
    cluster = await startRedisCluster();
    const clock = manualClock();
    bench = { kv: await redisKv(cluster.url, 'contract:', clock.now), clock };
  });
  after(async () => {
    await bench.kv.close();
    await cluster.stop();
  });
  for (const contract of [balanceContract, settlementContract, limitsContract, storeContract]) contract(() => bench);

  it('spreads users over its servers', async () => {
    for (const server of cluster.servers) {
      assert.ok((await asAdministrator(server.url, (redis) => redis.keys('*:wallet'))).length > 0);
    }
  });

  it('ends the epoch when any one of its servers was emptied, and begins another', async () => {
    const kv = await openKv({ redisUrl: cluster.url, prefix: 'emptied:' });
    try {
      const marks = [await kv.epoch.open('0')];
      for (const [index, server] of cluster.servers.entries()) {
        await asAdministrator(server.url, (redis) => redis.flushall());
        assert.equal(await kv.epoch.read(), undefined);
        marks.push(await kv.epoch.open(String(index + 1)));
        assert.equal(await kv.epoch.read(), marks.at(-1));
      }
      assert.equal(new Set(marks).size, marks.length, `no mark comes twice: ${marks}`);
    } finally {
      await kv.close();
    }
  });

  it('serves the users of the other servers while one is down, fails the others soon, and finds it when it is back', async () => {
    const kv = await openKv({ redisUrl: cluster.url, prefix: 'down:' });
    const userIds = Array.from({ length: 12 }, (_, index) => index + 1);
    try {
      for (const id of userIds) await kv.wallet.load(id, { version: 1, base: 100, frozen: false }, []);
      await sleep(1100); // The append-only file is synced every second.
      await cluster.servers[0]?.kill();
      const began = performance.now();
      const served = await Promise.all(userIds.map((id) => base(kv, id)));
      assert.ok(performance.now() - began < 10_000);
      assert.ok(served.includes(100) && served.includes('failed'), `${served}`);
      await cluster.servers[0]?.restart();
      for (const end = Date.now() + 10_000; Date.now() < end; await sleep(100)) {
        if ((await Promise.all(userIds.map((id) => base(kv, id)))).every((balance) => balance === 100)) return;
      }
      assert.fail('the server was not found again');
    } finally {
      await kv.close();
    }
  });
});

function base(kv: Kv, userId: number): Promise<number | 'failed' | undefined> {
  return kv.wallet.read(userId).then(
    (state) => state?.account?.base,
    () => 'failed' as const,
  );
}

async function asAdministrator<Answer>(url: string, ask: (redis: Redis) => Promise<Answer>): Promise<Answer> {
  const redis = new Redis(url);
  try {
    return await ask(redis);
  } finally {
    redis.disconnect();
  }
}
