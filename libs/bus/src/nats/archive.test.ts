import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startNats, type TestServer } from '@switchyard/testing';
import { openBus } from '../open.ts';
import { keepUsage, replayUsage } from './archive.ts';

const limits = { maxAgeMs: 3_600_000, maxBytes: 10_000_000 };

let server: TestServer;
before(async () => {
  server = await startNats();
});
after(() => server.stop());

test('what was handled and is copied can be handled again, from a time on and as often as one wants', async () => {
  const bus = await openBus({ natsUrl: server.url });
  const handled: string[] = [];
  await bus.consumeUsage(async (batch) => {
    for (const { data } of batch) handled.push(Buffer.from(data).toString());
  });
  const publish = (...ids: string[]) => Promise.all(ids.map((id) => bus.publishUsage(Buffer.from(id), id)));
  const until = async (count: number) => {
    for (const end = Date.now() + 5_000; handled.length < count && Date.now() < end; ) await sleep(20);
    assert.equal(handled.length, count, handled.join(' '));
  };
  await publish('before');
  await until(1);
  assert.equal(await replayUsage(server.url, new Date(0)), undefined);
  await keepUsage(server.url, limits);
  await keepUsage(server.url, limits);
  await publish('a', 'b');
  await until(3);
  await sleep(50);
  const since = new Date();
  await publish('c', 'd');
  await until(5);
  assert.equal(await replayUsage(server.url, since), 2);
  await until(7);
  assert.deepEqual(handled.slice(5).sort(), ['c', 'd']);
  assert.equal(await replayUsage(server.url, new Date(Date.now() + 60_000)), 0);
  // The services set the stream right when they start; the copying stays.
  const other = await openBus({ natsUrl: server.url });
  await other.close();
  await publish('e');
  await until(8);
  assert.ok(((await replayUsage(server.url, since)) ?? 0) >= 3);
  await bus.close();
});
