import { after, before, test } from 'node:test';
import { type Bus, openBus } from '@switchyard/bus';
import { type Customer, type Plant, startPlant } from '../plant/plant.ts';
import { Client } from './client.ts';
import { repeatedEvents } from './repeated-events.ts';
import { cards } from './tariff.ts';
import { judge } from './verdict.ts';

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
  const trial = await repeatedEvents({ plant, client, customer, bus });
  await judge({ ...trial, fault: 'events ten times, shuffled' });
});
