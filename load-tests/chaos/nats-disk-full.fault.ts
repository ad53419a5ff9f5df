import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startNats } from '@switchyard/testing';
import { type Plant, startPlant } from '../plant/plant.ts';
import { SmallDisk } from '../plant/small-disk.ts';
import { startStores } from '../plant/stores.ts';
import { Client, load } from './client.ts';
import { metricsToken, readFigure } from './figures.ts';
import { questions } from './questions.ts';
import { cards, models } from './tariff.ts';
import { until } from './until.ts';
import { judge, watchRecovery } from './verdict.ts';

const diskBytes = 20_000_000;
/** Soon full of usage while billing is away. */
const leftBytes = 1_000_000;
const fullMs = 4_000;

let disk: SmallDisk;
let plant: Plant;
const client = new Client();
before(async () => {
  disk = new SmallDisk(diskBytes);
  // NATS stores no more than three quarters of what is free when it starts.
  disk.fill(leftBytes);
  const nats = await startNats({ folder: disk.path });
  plant = await startPlant({
    models: cards,
    stores: await startStores({ nats }),
    environment: { relay: { METRICS_TOKEN: metricsToken } },
  });
});
after(async () => {
  await client.close();
  await plant?.stop();
  disk.remove();
});

test('the store of NATS full: usage stays in the spool, the figures say so, and all is charged when there is room', async () => {
  const customer = await plant.customer('regular', 50_000_000);
  const [relay] = plant.relays as [Plant['relays'][number]];
  const loads = [
    load(client, 12, 20, questions(plant, customer, models.short)),
    load(client, 8, 100, questions(plant, customer, models.stream)),
  ];
  await until(() => client.seen.filter(({ complete }) => complete).length > 40);
  await plant.billing.stop();
  await until(() => relay.logTail().includes('charges stay in the spool'), 120_000);
  await sleep(fullMs);
  const waiting = await readFigure(relay, 'switchyard_relay_unpublished_events');
  const oldestSeconds = await readFigure(relay, 'switchyard_relay_oldest_unpublished_seconds');
  assert.ok(waiting > 0 && oldestSeconds > 1, `${waiting} events, the oldest for ${oldestSeconds} s`);
  const trial = { plant, client, customers: [customer] };
  const recovery = watchRecovery(trial);
  await plant.billing.start();
  await Promise.all(loads.map((one) => one.stop()));
  assert.deepEqual(
    client.seen.filter(({ complete }) => !complete),
    [],
    'clients see no error',
  );
  await judge({ ...trial, fault: 'the store of NATS full', recovery, remark: `${waiting} events in the spool` });
});
