import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Plant, startPlant } from '../plant/plant.ts';
import { Client, load } from './client.ts';
import { questions } from './questions.ts';
import { cards, models } from './tariff.ts';
import { until } from './until.ts';
import { judge, watchRecovery } from './verdict.ts';

const frozenMs = 5_000;
const askNewEveryMs = 1_000;

let plant: Plant;
const client = new Client();
before(async () => {
  plant = await startPlant({ models: cards, relays: 2 });
});
after(async () => {
  await client.close();
  await plant?.stop();
});

test('Redis takes commands and answers none: who needs it hears 503, and nobody spends what it would have refused', async () => {
  const rich = await plant.customer('rich', 50_000_000);
  // Spent within a second, were it lent out while the store says nothing.
  const poor = await plant.customer('poor', 6_000);
  const newcomer = await plant.customer('newcomer', 1_000_000);
  const ask = questions(plant, poor, models.short, { maxTokens: 60 });
  const loads = [
    load(client, 6, 50, questions(plant, rich, models.short, { maxTokens: 60 })),
    load(client, 6, 100, questions(plant, rich, models.stream, { maxTokens: 60 })),
  ];
  await client.ask(ask(0));
  await sleep(1_500);
  await plant.redis.pause();
  loads.push(load(client, 4, 20, ask));
  for (const end = Date.now() + frozenMs; Date.now() < end; await sleep(askNewEveryMs)) {
    const { status } = await client.ask(questions(plant, newcomer, models.short)(0));
    assert.equal(status, 503, 'whose balance cannot be asked for is not served');
  }
  await plant.redis.resume();
  const trial = { plant, client, customers: [rich, poor, newcomer] };
  const recovery = watchRecovery(trial);
  await until(() => client.seen.findLast(({ customer }) => customer === poor)?.status === 403, 30_000);
  await Promise.all(loads.map((one) => one.stop()));
  const odd = client.seen.filter(({ complete, status }) => !complete && status !== 503 && status !== 403);
  assert.deepEqual(odd, [], 'who is not served is refused');
  const { status } = await client.ask(questions(plant, newcomer, models.short)(0));
  assert.equal(status, 200, 'who was refused is served now');
  await judge({ ...trial, fault: `Redis frozen for ${frozenMs / 1000} s`, recovery });
});
