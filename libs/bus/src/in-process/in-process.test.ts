import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBus } from '../open.ts';

const message = Buffer.from('usage');

test('publishing without a consumer rejects within its time, and the message is still handled later', async () => {
  const bus = await openBus({});
  const start = Date.now();
  await assert.rejects(bus.publishUsage(message, 'a', 100), /billing has not taken usage within 100 ms/);
  assert.ok(Date.now() - start < 1000);
  const handled = Promise.withResolvers<number>();
  await bus.consumeUsage(async (batch) => handled.resolve(batch.length));
  assert.equal(await handled.promise, 1);
  await bus.close();
});

test('publishing again after a timeout joins the message that waits, and resolves with it', async () => {
  const bus = await openBus({});
  await assert.rejects(bus.publishUsage(message, 'a', 50));
  const again = bus.publishUsage(message, 'a', 2000);
  const sizes: number[] = [];
  await bus.consumeUsage(async (batch) => void sizes.push(batch.length));
  await again;
  assert.deepEqual(sizes, [1]);
  await bus.close();
});

test('messages of publishers that gave up are bounded: the next one is refused at once', async () => {
  const bus = await openBus({});
  for (let index = 0; index < 1000; index++) bus.publishUsage(message, `id-${index}`, 10).catch(() => {});
  await assert.rejects(bus.publishUsage(message, 'one too many', 10_000), /1000 usage messages already wait/);
  await assert.rejects(bus.publishUsage(message, 'id-5', 10), /has not taken/);
  await bus.close();
});

test('close() tells waiting publishers that their message was not handled', async () => {
  const bus = await openBus({});
  const published = assert.rejects(bus.publishUsage(message, 'a', 10_000), /closed/);
  await bus.close();
  await published;
});

test('a failed batch and a failed listener are reported', async () => {
  const warnings: string[] = [];
  const bus = await openBus({ warn: (warning) => warnings.push(warning) });
  let calls = 0;
  await bus.consumeUsage(async () => {
    if (calls++ === 0) throw new Error('database away');
  });
  await bus.listen('config.changed', () => {
    throw new Error('bad snapshot');
  });
  await bus.notify('config.changed', '1');
  await bus.publishUsage(message, 'a');
  assert.deepEqual(warnings.sort(), [
    'listener of config.changed failed: Error: bad snapshot',
    'usage batch of 1 failed, will be tried again: Error: database away',
  ]);
  await bus.close();
});
