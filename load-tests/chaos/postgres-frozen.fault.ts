import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Plant, startPlant } from '../plant/plant.ts';
import { Client, load } from './client.ts';
import { questions } from './questions.ts';
import { cards, models } from './tariff.ts';
import { until } from './until.ts';
import { judge, watchRecovery } from './verdict.ts';

const frozenMs = 30_000;

let plant: Plant;
const client = new Client();
before(async () => {
  plant = await startPlant({ models: cards, relays: 2 });
});
after(async () => {
  await client.close();
  await plant?.stop();
});

test('Postgres takes connections and answers nobody: warm users notice nothing, new ones are refused or wait', async () => {
  const warm = await plant.customer('warm', 50_000_000);
  const cold = await plant.customer('cold', 50_000_000);
  const loads = [
    load(client, 6, 50, questions(plant, warm, models.short)),
    load(client, 6, 100, questions(plant, warm, models.stream)),
  ];
  await until(() => client.seen.filter(({ complete }) => complete).length > 40);
  await plant.postgres.pause();
  const newcomers = load(client, 4, 500, questions(plant, cold, models.short));
  await sleep(frozenMs);
  const served = client.seen.filter(({ customer, complete }) => customer === cold && complete);
  assert.deepEqual(served, [], 'whose balance nobody knows is not served');
  await plant.postgres.resume();
  const trial = { plant, client, customers: [warm, cold] };
  const recovery = watchRecovery(trial);
  await until(() => client.seen.some(({ customer, complete }) => customer === cold && complete), 30_000);
  await Promise.all([newcomers, ...loads].map((one) => one.stop()));
  assert.deepEqual(
    client.seen.filter(({ customer, complete }) => customer === warm && !complete),
    [],
    'warm users see no error',
  );
  await judge({ ...trial, fault: `Postgres frozen for ${frozenMs / 1000} s`, recovery });
});
