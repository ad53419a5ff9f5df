import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { type ServerCluster, startNatsCluster } from '@switchyard/testing';
import type { Bus } from '../bus.ts';
import { openBus } from '../open.ts';

let cluster: ServerCluster;
const opened: Bus[] = [];
before(async () => {
  cluster = await startNatsCluster();
});
after(async () => {
  await Promise.all(opened.map((bus) => bus.close()));
  await cluster.stop();
});

async function open(): Promise<Bus> {
  const bus = await openBus({ natsUrl: cluster.url });
  opened.push(bus);
  return bus;
}

test('each of three servers killed under load in turn: every message whose publishing succeeded is handled', async () => {
  const [publisher, consumer] = [await open(), await open()];
  assert.equal(await copies(), 3);
  const handled = new Set<string>();
  await consumer.consumeUsage(async (batch) => {
    for (const { data } of batch) handled.add(Buffer.from(data).toString());
  });
  const confirmed: string[] = [];
  let loading = true;
  const load = Array.from({ length: 4 }, async (_, lane) => {
    for (let index = 0; loading; index++) {
      const id = `${lane}-${index}`;
      await publisher.publishUsage(Buffer.from(id), id, 1000).then(
        () => confirmed.push(id),
        () => {},
      );
      await sleep(2);
    }
  });
  for (const server of cluster.servers) {
    await goesOn(confirmed);
    await server.kill();
    // Two of three are enough.
    await goesOn(confirmed);
    await server.restart();
    await sleep(500);
  }
  loading = false;
  await Promise.all(load);
  await until(() => confirmed.every((id) => handled.has(id)), 'all that was confirmed is handled');
});

async function goesOn(confirmed: readonly string[]): Promise<void> {
  const before = confirmed.length;
  await until(() => confirmed.length > before + 50, 'publishing goes on');
}

async function until(condition: () => boolean, what: string): Promise<void> {
  for (const deadline = Date.now() + 40_000; !condition(); await sleep(50)) assert.ok(Date.now() < deadline, what);
}

async function copies(): Promise<number> {
  const connection = await connect({ servers: cluster.url.replaceAll('nats://', '').split(',') });
  const { config } = await (await jetstreamManager(connection)).streams.info('USAGE');
  await connection.close();
  return config.num_replicas;
}
