import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Bus, openBus } from '@switchyard/bus';
import { UsageEvent } from '@switchyard/contracts';
import { uuidv7 } from '@switchyard/crypto';
import { Value } from 'typebox/value';
import { type Customer, type Plant, startPlant } from '../plant/plant.ts';
import { Client, load } from './client.ts';
import { questions } from './questions.ts';
import { cards, models } from './tariff.ts';
import { until } from './until.ts';
import { judge, watchRecovery } from './verdict.ts';

const repetitions = 3;
/** NATS takes a mebibyte in one message unless told otherwise. */
const longBytes = 1_000_000;

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

test('what is no event, too long, of another version or for nobody is kept aside once each, and the rest is booked', async () => {
  const loads = [
    load(client, 6, 50, questions(plant, customer, models.short)),
    load(client, 6, 100, questions(plant, customer, models.stream)),
  ];
  await until(() => client.seen.filter(({ complete }) => complete).length > 20);
  const good = await exampleEvent();
  const bad: readonly string[] = [
    '{"version":1,"id":',
    `no event at all ${randomUUID()}`,
    JSON.stringify({ ...good, id: uuidv7(), version: 2 }),
    JSON.stringify({ ...good, id: uuidv7(), charge: -5 }),
    JSON.stringify({ ...good, id: uuidv7(), charge: 1e300 }),
    JSON.stringify({ ...good, id: uuidv7(), error: 'x'.repeat(longBytes) }),
    JSON.stringify({ ...good, id: uuidv7(), userId: Number.MAX_SAFE_INTEGER, charge: 7 }),
  ];
  for (let repetition = 0; repetition < repetitions; repetition++) {
    for (const line of bad) await bus.publishUsage(Buffer.from(line), randomUUID());
  }
  const { stored } = await bus.usageProgress();
  const recovery = watchRecovery({ plant, client, customers: [customer] });
  const publishedAt = Date.now();
  await until(async () => (await bus.usageProgress()).acknowledged >= stored, 60_000);
  const stallSeconds = (Date.now() - publishedAt) / 1000;
  await Promise.all(loads.map((one) => one.stop()));
  const letters = await plant.db.selectFrom('dead_letters').select('payload').execute();
  assert.deepEqual(letters.map(({ payload }) => payload).sort(), bad.toSorted());
  const trial = { plant, client, customers: [customer] };
  await judge({
    ...trial,
    fault: 'events that are none',
    recovery,
    remark: `${letters.length} dead letters, handled within ${stallSeconds.toFixed(1)} s`,
  });
});

/** One that the relay wrote; billing gets it, and what was taken with it, all the same. */
async function exampleEvent(): Promise<UsageEvent> {
  await plant.billing.stop();
  const taken: Uint8Array[] = [];
  const taking = await bus.consumeUsage(async (batch) => void taken.push(...batch.map(({ data }) => data)));
  await until(() => taken.length > 0);
  await taking.stop();
  for (const data of taken) await bus.publishUsage(data, randomUUID());
  await plant.billing.start();
  const [line = ''] = Buffer.from(taken[0] ?? [])
    .toString()
    .split('\n');
  return Value.Parse(UsageEvent, JSON.parse(line));
}
