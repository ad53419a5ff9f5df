import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startNats } from '@switchyard/testing';
import { type Plant, startPlant } from '../plant/plant.ts';
import { SmallDisk } from '../plant/small-disk.ts';
import { startStores } from '../plant/stores.ts';
import { Client, load } from './client.ts';
import { questions } from './questions.ts';
import { cards, models } from './tariff.ts';
import { until } from './until.ts';
import { judge, watchRecovery } from './verdict.ts';

const diskBytes = 20_000_000;
/** Soon full of usage while billing is away. */
const leftBytes = 1_000_000;
const fullMs = 4_000;
const metricsToken = 'read by this test alone';

let disk: SmallDisk;
let plant: Plant;
let client: Client;
afterEach(async () => {
  await client.close();
  await plant?.stop();
  disk.remove();
});

async function begin(maxStoreBytes: number | undefined): Promise<void> {
  disk = new SmallDisk(diskBytes);
  if (maxStoreBytes === undefined) disk.fill(leftBytes);
  client = new Client();
  const nats = await startNats({ folder: disk.path, ...(maxStoreBytes === undefined ? {} : { maxStoreBytes }) });
  plant = await startPlant({
    models: cards,
    stores: await startStores({ nats }),
    environment: { relay: { METRICS_TOKEN: metricsToken.replaceAll(' ', '-') } },
  });
}

for (const { what, maxStoreBytes } of [
  { what: 'the store of NATS full', maxStoreBytes: undefined },
  { what: 'the disk of NATS full', maxStoreBytes: 50 * diskBytes },
]) {
  test(`${what}: usage stays in the spools, the figures say so, and all is charged when there is room`, async () => {
    await begin(maxStoreBytes);
    const customer = await plant.customer('regular', 50_000_000);
    const [relay] = plant.relays as [Plant['relays'][number]];
    const loads = [
      load(client, 12, 20, questions(plant, customer, models.short)),
      load(client, 8, 100, questions(plant, customer, models.stream)),
    ];
    await until(() => client.seen.filter(({ complete }) => complete).length > 40);
    await plant.billing.stop();
    if (maxStoreBytes !== undefined) disk.fill(leftBytes / 10);
    await until(() => relay.logTail().includes('charges stay in the spool'), 120_000);
    await sleep(fullMs);
    const unpublished = await readFigure(relay.url, 'switchyard_relay_unpublished_events');
    const oldestSeconds = await readFigure(relay.url, 'switchyard_relay_oldest_unpublished_seconds');
    assert.ok(unpublished > 0 && oldestSeconds > 1, `${unpublished} events, the oldest for ${oldestSeconds} s`);
    disk.clear();
    // One that met a full disk has switched its storage off until it is started again.
    if (maxStoreBytes !== undefined) {
      await plant.nats.kill();
      await plant.nats.restart();
    }
    const trial = { plant, client, customers: [customer], patienceMs: 120_000 };
    const recovery = watchRecovery(trial);
    await plant.billing.start();
    await Promise.all(loads.map((one) => one.stop()));
    assert.deepEqual(
      client.seen.filter(({ complete }) => !complete),
      [],
      'clients see no error',
    );
    await judge({ ...trial, fault: what, recovery, remark: `${unpublished} events in the spool when it ended` });
  });
}

async function readFigure(address: string, name: string): Promise<number> {
  const reply = await fetch(`${address}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken.replaceAll(' ', '-')}` },
  });
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await reply.text())?.[1]);
}
