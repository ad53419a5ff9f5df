import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Customer, type Plant, startPlant } from '../plant/plant.ts';
import { Client, load } from './client.ts';
import { faultMs } from './fault-seconds.ts';
import { questions } from './questions.ts';
import { cards, models } from './tariff.ts';
import { judge, watchRecovery } from './verdict.ts';

const askColdEveryMs = 500;

let plant: Plant;
let warm: Customer;
let cold: Customer;
const client = new Client();
before(async () => {
  plant = await startPlant({ models: cards, relays: 2 });
  warm = await plant.customer('warm', 50_000_000);
  cold = await plant.customer('cold', 50_000_000);
});
after(async () => {
  await client.close();
  await plant?.stop();
});

test('Postgres down under load: warm users notice nothing, cold ones hear 503, everything is charged afterwards', async () => {
  const loads = [
    load(client, 8, 50, questions(plant, warm, models.short)),
    load(client, 12, 100, questions(plant, warm, models.stream)),
  ];
  await sleep(2_000);
  await plant.postgres.kill();
  for (const end = Date.now() + faultMs; Date.now() < end; await sleep(askColdEveryMs)) {
    const { status } = await client.ask(questions(plant, cold, models.short)(Math.floor(Math.random() * 2)));
    assert.equal(status, 503, 'whose balance nobody knows is not served');
  }
  await plant.postgres.restart();
  const trial = { plant, client, customers: [warm, cold] };
  const recovery = watchRecovery(trial);
  await sleep(1_000);
  await Promise.all(loads.map((one) => one.stop()));
  assert.deepEqual(
    client.seen.filter(({ customer, complete }) => customer === warm && !complete),
    [],
    'warm users see no error',
  );
  const { status } = await client.ask(questions(plant, cold, models.short)(0));
  assert.equal(status, 200, 'cold users are served again');
  await judge({ ...trial, fault: `Postgres down for ${faultMs / 1000} s`, recovery });
});
