import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Customer, type Plant, startPlant } from '../plant/plant.ts';
import { Client, load } from './client.ts';
import { cards, models } from './tariff.ts';
import { until } from './until.ts';
import { judge, watchRecovery } from './verdict.ts';

const kills = 2;
const awayMs = 2_500;

let plant: Plant;
const client = new Client();
before(async () => {
  plant = await startPlant({ models: cards, relays: 2 });
});
after(async () => {
  await client.close();
  await plant?.stop();
});

test('Redis killed under load and restarted with its file: seconds of 503 at most, and nobody spends twice', async () => {
  const rich = await plant.customer('rich', 50_000_000);
  // Spent within a second, were the store not asked while it is away.
  const poor = await plant.customer('poor', 6_000);
  const asking = (customer: Customer, model: string, stream: boolean) => (lane: number) => ({
    url: (plant.relays[lane % 2] as Plant['relays'][number]).url,
    customer,
    model,
    stream,
    maxTokens: 60,
  });
  const loads = [
    load(client, 6, 50, asking(rich, models.short, false)),
    load(client, 6, 100, asking(rich, models.stream, true)),
  ];
  await client.ask(asking(poor, models.short, false)(0));
  await sleep(1_500);
  for (let round = 0; round < kills; round++) {
    await plant.redis.kill();
    if (round === 0) loads.push(load(client, 4, 20, asking(poor, models.short, false)));
    await sleep(awayMs);
    await plant.redis.restart();
    if (round < kills - 1) await sleep(1_500);
  }
  const trial = { plant, client, customers: [rich, poor] };
  const recovery = watchRecovery(trial);
  await until(() => client.seen.findLast(({ customer }) => customer === poor)?.status === 403, 30_000);
  await Promise.all(loads.map((one) => one.stop()));
  const odd = client.seen.filter(({ complete, status }) => !complete && status !== 503 && status !== 403);
  assert.deepEqual(odd, [], 'who is not served is refused');
  await judge({ ...trial, fault: `Redis killed ${kills} times`, recovery });
});
