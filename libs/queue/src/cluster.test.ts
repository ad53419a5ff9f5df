import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type ServerCluster, startRedisCluster } from '@switchyard/testing';
import { openQueue } from './open.ts';

let cluster: ServerCluster;
before(async () => {
  cluster = await startRedisCluster();
});
after(() => cluster.stop());

test('jobs run on a Redis Cluster, and one that is closed leaves the schedule to the next', async () => {
  for (const round of ['first', 'second']) {
    const ran = Promise.withResolvers<string>();
    const job = { name: 'tick', schedule: { everyMs: 200 }, run: async () => ran.resolve(round) };
    const queue = await openQueue({ redisUrl: cluster.url, databaseUrl: '' }, [job]);
    try {
      assert.equal(queue.description, 'redis');
      assert.equal(await ran.promise, round);
    } finally {
      await queue.close();
    }
  }
});
