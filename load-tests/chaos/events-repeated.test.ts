import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Bus, openBus } from '@switchyard/bus';
import { type Customer, type Plant, startPlant } from '../plant/plant.ts';
import { readAccount, readCharges } from './books.ts';
import { Client } from './client.ts';
import { repeatEvents, takeEvents, untilHandled } from './repeated-events.ts';
import { cards, models } from './tariff.ts';
import { until } from './until.ts';
import { judge, watchRecovery } from './verdict.ts';

const requests = 40;

let plant: Plant;
let customer: Customer;
let bus: Bus;
const client = new Client();
before(async () => {
  plant = await startPlant({ models: cards });
  customer = await plant.customer('regular', 50_000_000);
  bus = await openBus({ natsUrl: plant.nats.url });
});
after(async () => {
  await client.close();
  await bus?.close();
  await plant?.stop();
});

test('events delivered ten times in any order, and progress after the final word, charge each request once', async () => {
  const [relay] = plant.relays as [Plant['relays'][number]];
  // The relay admits nobody before billing has run once.
  await client.ask({ url: relay.url, customer, model: models.short, stream: false });
  await until(async () => (await readCharges(plant)).size === 1);
  await plant.billing.stop();
  await Promise.all(
    Array.from({ length: requests }, (_, index) => {
      const stream = index % 2 === 0;
      return client.ask({ url: relay.url, customer, model: stream ? models.stream : models.short, stream });
    }),
  );

  const events = await takeEvents(bus, requests);
  const trial = { plant, client, customers: [customer] };
  await repeatEvents(bus, events);
  const recovery = watchRecovery(trial);
  await plant.billing.start();
  await untilHandled(bus);
  const [accountBefore, chargesBefore] = [await readAccount(plant, customer), await readCharges(plant)];
  await repeatEvents(bus, events);
  await untilHandled(bus);
  assert.deepEqual(await readAccount(plant, customer), accountBefore, 'repetitions change nothing');
  assert.deepEqual(await readCharges(plant), chargesBefore, 'repetitions change nothing');
  await judge({ ...trial, fault: 'events ten times, shuffled', recovery });
});
