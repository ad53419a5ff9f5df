import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '@switchyard/testing';
import { type Plant, startPlant } from '../plant/plant.ts';
import { SmallDisk } from '../plant/small-disk.ts';
import { startStores } from '../plant/stores.ts';
import { Client, load } from './client.ts';
import { questions } from './questions.ts';
import { cards, models } from './tariff.ts';
import { until } from './until.ts';
import { judge, watchRecovery } from './verdict.ts';

const diskBytes = 400_000_000;
/** Full soon: some of it goes into what Postgres has allocated already. */
const leftBytes = 100_000;
const fullMs = 10_000;

let disk: SmallDisk;
let plant: Plant;
const client = new Client();
before(async () => {
  disk = new SmallDisk(diskBytes);
  const stores = await startStores({ postgres: await startPostgres({ folder: disk.path }) });
  plant = await startPlant({ models: cards, relays: 2, stores });
});
after(async () => {
  await client.close();
  await plant?.stop();
  disk.remove();
});

test('the disk of Postgres full: users notice nothing, and what could not be booked is booked when there is room', async () => {
  const warm = await plant.customer('warm', 50_000_000);
  const loads = [
    load(client, 8, 50, questions(plant, warm, models.short)),
    load(client, 6, 100, questions(plant, warm, models.stream)),
  ];
  await until(() => client.seen.filter(({ complete }) => complete).length > 40);
  disk.fill(leftBytes);
  await plant.billing.says('No space left on device');
  await sleep(fullMs);
  const { freeBytes } = disk;
  disk.clear();
  assert.ok(freeBytes < leftBytes, 'the disk was full');
  // It ends itself when it cannot write its log of changes.
  const alive = await plant.db
    .selectFrom('users')
    .select('id')
    .execute()
    .catch(() => undefined);
  if (!alive) await plant.postgres.restart();
  const trial = { plant, client, customers: [warm] };
  const recovery = watchRecovery(trial);
  await Promise.all(loads.map((one) => one.stop()));
  assert.deepEqual(
    client.seen.filter(({ complete }) => !complete),
    [],
    'warm users see no error',
  );
  await judge({ ...trial, fault: 'the disk of Postgres full', recovery });
});
