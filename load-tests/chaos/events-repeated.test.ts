import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Bus, openBus } from '@switchyard/bus';
import { UsageEvent } from '@switchyard/contracts';
import { Value } from 'typebox/value';
import { type Customer, type Plant, startPlant } from '../plant/plant.ts';
import { readAccount, readCharges } from './books.ts';
import { Client } from './client.ts';
import { cards, models } from './tariff.ts';
import { until } from './until.ts';
import { judge, watchRecovery } from './verdict.ts';

const requests = 40;
const repetitions = 10;

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

  const taken: UsageEvent[] = [];
  const taking = await bus.consumeUsage(async (batch) => {
    for (const { data } of batch) taken.push(...Buffer.from(data).toString().split('\n').map(readEvent));
  });
  await until(() => taken.length === requests);
  await taking.stop();

  const lines = taken.flatMap((event) => [event, ...progressOf(event)]).map((event) => JSON.stringify(event));
  const repeat = async () => {
    const all = shuffled(Array.from({ length: repetitions }, () => lines).flat());
    await Promise.all(all.map((line) => bus.publishUsage(Buffer.from(line), randomUUID())));
  };
  const handled = async () => {
    const { stored } = await bus.usageProgress();
    await until(async () => (await bus.usageProgress()).acknowledged >= stored);
  };
  const trial = { plant, client, customers: [customer] };
  await repeat();
  const recovery = watchRecovery(trial);
  await plant.billing.start();
  await handled();
  const [accountBefore, chargesBefore] = [await readAccount(plant, customer), await readCharges(plant)];
  await repeat();
  await handled();
  assert.deepEqual(await readAccount(plant, customer), accountBefore, 'repetitions change nothing');
  assert.deepEqual(await readCharges(plant), chargesBefore, 'repetitions change nothing');
  await judge({ ...trial, fault: 'events ten times, shuffled', recovery });
});

function readEvent(line: string): UsageEvent {
  return Value.Parse(UsageEvent, JSON.parse(line));
}

/** What a relay that was thought dead may still say of the request. */
function progressOf(event: UsageEvent): UsageEvent[] {
  return [0, 0.5].map((share) => ({
    ...event,
    final: false,
    ended: 'running',
    counted: 'local',
    charge: Math.floor(event.charge * share),
    tokens: { ...event.tokens, completion: Math.floor(event.tokens.completion * share) },
  }));
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((left, right) => left.place - right.place)
    .map(({ item }) => item);
}
