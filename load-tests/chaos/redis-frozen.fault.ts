import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Plant, startPlant } from '../plant/plant.ts';
import { Client } from './client.ts';
import { questions } from './questions.ts';
import { richAndPoor } from './rich-and-poor.ts';
import { cards, models } from './tariff.ts';
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
  const newcomer = await plant.customer('newcomer', 1_000_000);
  const { rich, poor, poorAsks, spent } = await richAndPoor(plant, client);
  await plant.redis.pause();
  poorAsks();
  for (const end = Date.now() + frozenMs; Date.now() < end; await sleep(askNewEveryMs)) {
    const { status } = await client.ask(questions(plant, newcomer, models.short)(0));
    assert.equal(status, 503, 'whose balance cannot be asked for is not served');
  }
  await plant.redis.resume();
  const trial = { plant, client, customers: [rich, poor, newcomer] };
  const recovery = watchRecovery(trial);
  await spent();
  const { status } = await client.ask(questions(plant, newcomer, models.short)(0));
  assert.equal(status, 200, 'who was refused is served now');
  await judge({ ...trial, fault: `Redis frozen for ${frozenMs / 1000} s`, recovery });
});
