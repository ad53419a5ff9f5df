import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Plant, startPlant } from '../plant/plant.ts';
import { Client, load } from './client.ts';
import { questions } from './questions.ts';
import { cards, models } from './tariff.ts';
import { until } from './until.ts';
import { judge, watchRecovery } from './verdict.ts';

/** The least that can be set. */
const limitBytes = 2 ** 20;
const patienceMs = 60_000;

let plant: Plant;
const client = new Client();
before(async () => {
  plant = await startPlant({ models: cards, environment: { relay: { RELAY_SPOOL_LIMIT_BYTES: String(limitBytes) } } });
});
after(async () => {
  await client.close();
  await plant?.stop();
});

test('NATS away until the spool is full: new requests are refused before a charge is lost, and served when it is back', async () => {
  const customer = await plant.customer('regular', 50_000_000);
  const refused = () => client.seen.filter(({ status }) => status === 503).length;
  await client.ask(questions(plant, customer, models.short)(0));
  await plant.nats.kill();
  const loads = [
    load(client, 40, 0, questions(plant, customer, models.short)),
    load(client, 10, 100, questions(plant, customer, models.stream)),
  ];
  await until(() => refused() > 50, patienceMs);
  const ready = await fetch(`${plant.relays[0]?.url}/livez`);
  assert.equal(ready.status, 200);
  await plant.nats.restart();
  const trial = { plant, client, customers: [customer] };
  const recovery = watchRecovery(trial);
  const restartedAt = Date.now();
  const servedAgain = () => client.seen.some(({ sentAt, complete }) => sentAt > restartedAt && complete);
  await until(servedAgain, patienceMs);
  await Promise.all(loads.map((one) => one.stop()));
  const odd = client.seen.filter(({ complete, status }) => !complete && status !== 503);
  assert.deepEqual(odd, [], 'what was admitted is answered to its end');
  await judge({ ...trial, fault: 'the spool full', recovery });
});
