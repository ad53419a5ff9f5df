import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBus } from '@switchyard/bus';
import { type Customer, type Plant, startPlant } from '../plant/plant.ts';
import { readCharges } from './books.ts';
import { Client, load } from './client.ts';
import { cards, models } from './tariff.ts';
import { until } from './until.ts';
import { judge, watchRecovery } from './verdict.ts';

const requestsBetween = 20;
const randomKills = 6;
/** What was delivered and not acknowledged comes again after 30 s. */
const patienceMs = 60_000;

let plant: Plant;
let customer: Customer;
const client = new Client();
before(async () => {
  plant = await startPlant({ models: cards });
  customer = await plant.customer('regular', 50_000_000);
});
after(async () => {
  await client.close();
  await plant?.stop();
});

test('billing killed between commit and acknowledgement, and at random under load, charges each request once', async () => {
  const { billing, redis, nats } = plant;
  const [relay] = plant.relays as [Plant['relays'][number]];
  const ask = () => ({ url: relay.url, customer, model: models.short, stream: false });
  // Takes so much ahead that the relay needs no Redis for what follows.
  await Promise.all(Array.from({ length: requestsBetween }, () => client.ask(ask())));
  await until(async () => (await readCharges(plant)).size === requestsBetween);

  // Billing tells the wallet after its commit and before it acknowledges: there it stands while Redis does not answer.
  await redis.pause();
  await Promise.all(Array.from({ length: requestsBetween }, () => client.ask(ask())));
  await until(async () => (await readCharges(plant)).size === 2 * requestsBetween);
  const bus = await openBus({ natsUrl: nats.url });
  const { stored, acknowledged } = await bus.usageProgress();
  await bus.close();
  await billing.kill();
  await redis.resume();
  assert.ok(acknowledged < stored, 'billing was killed before it acknowledged');
  await billing.start();

  const running = load(client, 12, 40, ask);
  for (let round = 0; round < randomKills; round++) {
    await sleep(300 + Math.random() * 1_200);
    await billing.kill();
    await billing.start();
  }
  const trial = { plant, client, customers: [customer], patienceMs };
  const recovery = watchRecovery(trial);
  await running.stop();
  await judge({ ...trial, fault: `billing killed ${randomKills + 1} times`, recovery });
});
