import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { freePort, startNats, type TestServer } from '@switchyard/testing';
import type { Bus } from '../bus.ts';
import { openBus } from '../open.ts';
import { openNatsBus } from './index.ts';

let server: TestServer;
const opened: Bus[] = [];
before(async () => {
  server = await startNats();
});
after(async () => {
  await Promise.all(opened.map((bus) => bus.close()));
  await server.stop();
});

let prefixes = 0;

async function open(prefix = `p${++prefixes}`, warn?: (message: string) => void): Promise<Bus> {
  const bus = await openBus({ natsUrl: server.url, prefix, warn });
  opened.push(bus);
  return bus;
}

async function until(condition: () => boolean | Promise<boolean>, timeoutMs: number): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; !(await condition()); await sleep(20)) {
    assert.ok(Date.now() < deadline, `not within ${timeoutMs} ms: ${condition}`);
  }
}

const usage = (index: number) => Buffer.from(String(index));

test('NATS killed three times under load: every message whose publishing succeeded is handled', async () => {
  const [publisher, consumer] = [await open('killed'), await open('killed')];
  const handled = new Set<string>();
  await consumer.consumeUsage(async (batch) => {
    await sleep(2);
    for (const { data } of batch) handled.add(Buffer.from(data).toString());
  });
  const confirmed: string[] = [];
  let refused = 0;
  let loading = true;
  const load = Array.from({ length: 8 }, async (_, lane) => {
    for (let index = 0; loading; index++) {
      const id = `${lane}-${index}`;
      try {
        await publisher.publishUsage(Buffer.from(id), id, 500);
        confirmed.push(id);
      } catch {
        refused++;
      }
      await sleep(1);
    }
  });
  for (let round = 0; round < 3; round++) {
    await sleep(400);
    await server.kill();
    await sleep(700);
    const before = confirmed.length;
    await server.restart();
    await until(() => confirmed.length > before + 50, 15_000);
  }
  loading = false;
  await Promise.all(load);
  assert.ok(refused > 0, 'the kills were noticed');
  await until(() => confirmed.every((id) => handled.has(id)), 60_000);
  const { stored } = await consumer.usageProgress();
  await until(async () => (await consumer.usageProgress()).acknowledged >= stored, 60_000);
  // Nothing that was handled fills the stream: what a server forgot to remove comes again once a consumer connects.
  const connection = await connect({ servers: server.url.replace('nats://', '') });
  const manager = await jetstreamManager(connection);
  await until(async () => (await manager.streams.info('USAGE_killed')).state.messages === 0, 5000);
  await connection.close();
});

test('what a server takes for handled after a kill, and was not, is handled all the same', async () => {
  const own = await startNats();
  const buses: Bus[] = [];
  const opening = async () => {
    const bus = await openBus({ natsUrl: own.url, prefix: 'forgot', warn: () => {} });
    buses.push(bus);
    return bus;
  };
  const folder = join(own.directory ?? '', 'jetstream', '$G', 'streams', 'USAGE_forgot', 'obs', 'billing');
  try {
    const first = await opening();
    await (await first.consumeUsage(async () => {})).stop();
    for (let index = 1; index <= 3; index++) await first.publishUsage(usage(index), `${index}`);
    const handling = await first.consumeUsage(async () => {});
    await until(async () => (await first.usageProgress()).acknowledged === 3, 5000);
    await handling.stop();
    // The server keeps what a consumer knows a moment later.
    await until(async () => existsSync(join(folder, 'o.dat')), 5000);
    await sleep(1500);
    const knowing = await readFile(join(folder, 'o.dat'));
    const connection = await connect({ servers: own.url.replace('nats://', '') });
    await (await jetstreamManager(connection)).streams.delete('USAGE_forgot');
    await connection.close();

    const second = await opening();
    await (await second.consumeUsage(async () => {})).stop();
    for (let index = 4; index <= 5; index++) await second.publishUsage(usage(index), `${index}`);
    await own.kill();
    await writeFile(join(folder, 'o.dat'), knowing);
    await own.restart();
    const handled: string[] = [];
    await until(
      async () =>
        second.ping().then(
          () => true,
          () => false,
        ),
      10_000,
    );
    assert.deepEqual(await second.usageProgress(), { stored: 2, acknowledged: 0 });
    await second.consumeUsage(async (batch) => {
      for (const { data } of batch) handled.push(Buffer.from(data).toString());
    });
    await until(() => handled.length === 2, 10_000);
    assert.deepEqual(handled.sort(), ['4', '5']);
    await until(async () => (await second.usageProgress()).acknowledged === 2, 5000);
  } finally {
    await Promise.all(buses.map((bus) => bus.close()));
    await own.stop();
  }
});

test('while NATS does not answer, publishing rejects within its time and goes on afterwards', async () => {
  const bus = await open();
  await bus.publishUsage(usage(1), '1');
  await server.pause();
  try {
    const start = Date.now();
    await assert.rejects(bus.publishUsage(usage(2), '2', 300), /within 300 ms/);
    assert.ok(Date.now() - start < 1000);
  } finally {
    await server.resume();
  }
  await bus.publishUsage(usage(2), '2');
  assert.equal((await bus.usageProgress()).stored, 2);
});

test('while NATS is gone everything rejects and nothing is kept to be sent; afterwards all works again', async () => {
  const warnings: string[] = [];
  const bus = await open(undefined, (warning) => warnings.push(warning));
  const heard: string[] = [];
  await bus.listen('config.changed', (_, payload) => void heard.push(payload));
  await server.kill();
  await until(() => warnings.length > 0, 5000);
  await assert.rejects(bus.publishUsage(usage(1), '1', 200));
  await assert.rejects(bus.notify('config.changed', 'lost'), /not connected/);
  await assert.rejects(bus.usageProgress(), /not connected/);
  await assert.rejects(bus.ping(), /not connected/);
  const early = bus.publishUsage(usage(2), '2', 10_000);
  await server.restart();
  await early;
  assert.equal((await bus.usageProgress()).stored, 1);
  await bus.notify('config.changed', 'kept');
  await until(() => heard.length > 0, 5000);
  assert.deepEqual(heard, ['kept']);
  assert.match(warnings.join('\n'), /lost, trying to reconnect\n.*again/);
});

test('a stream that was deleted is made anew, by the publisher and by the consumer', async () => {
  const [publisher, consumer] = [await open('deleted'), await open('deleted')];
  const handled: string[] = [];
  await consumer.consumeUsage(async (batch) => {
    for (const { data } of batch) handled.push(Buffer.from(data).toString());
  });
  await publisher.publishUsage(usage(1), '1');
  await until(() => handled.length === 1, 5000);
  const connection = await connect({ servers: server.url.replace('nats://', '') });
  const manager = await jetstreamManager(connection);
  await manager.streams.delete('USAGE_deleted');
  await publisher.publishUsage(usage(2), '2');
  await until(() => handled.includes('2'), 20_000);
  await manager.consumers.delete('USAGE_deleted', 'billing');
  await publisher.publishUsage(usage(3), '3');
  await until(() => handled.includes('3'), 20_000);
  await connection.close();
});

test('the same id within the window is stored once, also after it was handled', async () => {
  const bus = await open();
  let handled = 0;
  await bus.consumeUsage(async (batch) => {
    handled += batch.length;
  });
  await bus.publishUsage(usage(1), 'same');
  await until(() => handled === 1, 5000);
  await bus.publishUsage(usage(1), 'same');
  await bus.publishUsage(usage(2), 'other');
  await until(() => handled === 2, 5000);
  assert.equal((await bus.usageProgress()).stored, 2);
});

test('several services may start at once, and what an operator set on the stream stays', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => open('together')));
  await Promise.all(all.map((bus) => bus.consumeUsage(async () => {})));
  await Promise.all(all.map((bus, index) => bus.publishUsage(usage(index), `${index}`)));
  await until(async () => (await all[0]?.usageProgress())?.acknowledged === 6, 10_000);
  const connection = await connect({ servers: server.url.replace('nats://', '') });
  const manager = await jetstreamManager(connection);
  const { config } = await manager.streams.info('USAGE_together');
  await manager.streams.update('USAGE_together', { ...config, max_bytes: 5_000_000, duplicate_window: 60e9 });
  await open('together');
  const { config: after } = await manager.streams.info('USAGE_together');
  assert.deepEqual([after.max_bytes, after.duplicate_window], [5_000_000, 120e9]);
  assert.deepEqual([after.retention, after.storage, after.discard], ['workqueue', 'file', 'new']);
  await connection.close();
});

test('a full stream refuses new usage instead of dropping old', async () => {
  const bus = await open('full');
  const connection = await connect({ servers: server.url.replace('nats://', '') });
  const manager = await jetstreamManager(connection);
  const { config } = await manager.streams.info('USAGE_full');
  await manager.streams.update('USAGE_full', { ...config, max_msgs: 3 });
  for (let index = 1; index <= 3; index++) await bus.publishUsage(usage(index), `${index}`);
  await assert.rejects(bus.publishUsage(usage(4), '4'));
  const handled: string[] = [];
  await bus.consumeUsage(async (batch) => {
    for (const { data } of batch) handled.push(Buffer.from(data).toString());
  });
  await until(() => handled.length === 3, 5000);
  await until(async () => (await manager.streams.info('USAGE_full')).state.messages === 0, 5000);
  await bus.publishUsage(usage(4), '4');
  await until(() => handled.includes('4'), 5000);
  await connection.close();
});

test('opening waits for a NATS that starts later', async () => {
  await server.kill();
  const opening = open();
  await sleep(1200);
  await server.restart();
  await (await opening).ping();
});

test('opening without NATS fails with a sentence that names the address and not the password', async () => {
  const port = await freePort();
  await assert.rejects(
    openNatsBus(`nats://relay:s3cret@127.0.0.1:${port}`, '', 600, () => {}),
    ({ message }: Error) => {
      assert.match(message, new RegExp(`NATS_URL: cannot connect to NATS at 127\\.0\\.0\\.1:${port}`));
      assert.doesNotMatch(message, /s3cret/);
      return true;
    },
  );
});
