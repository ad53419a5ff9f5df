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

test('the leader of three servers killed under load: every message whose publishing succeeded is handled', async () => {
  const [publisher, consumer] = [await open(), await open()];
  const { copies, leader } = await readStream();
  assert.equal(copies, 3);
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
  await goesOn(confirmed);
  await cluster.servers[leader]?.kill();
  // Two of three are enough, and choose another leader.
  await goesOn(confirmed);
  await cluster.servers[leader]?.restart();
  await goesOn(confirmed);
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

/** The servers are called n0, n1 and n2. */
async function readStream(): Promise<{ copies: number; leader: number }> {
  const connection = await connect({ servers: cluster.url.replaceAll('nats://', '').split(',') });
  const { config, cluster: state } = await (await jetstreamManager(connection)).streams.info('USAGE');
  await connection.close();
  return { copies: config.num_replicas, leader: Number(state?.leader?.slice(1)) };
}
