import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testNats } from '@switchyard/testing';
import { openBus } from './open.ts';
import { replicateUsage } from './replicate.ts';

test('one server stores usage once, also before any service has started, and refuses to store it three times', async () => {
  const { url, prefix } = await testNats();
  await replicateUsage(url, 1, prefix);
  const bus = await openBus({ natsUrl: url, prefix });
  after(() => bus.close());
  await bus.publishUsage(Buffer.from('{}'), '1');
  await assert.rejects(replicateUsage(url, 3, prefix), /replicas|peers|on 1 servers/);
  assert.equal((await bus.usageProgress()).stored, 1);
});
