import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Plant, startPlant } from '../plant/plant.ts';
import { redisCommand } from '../plant/redis-command.ts';
import { readWallet } from './books.ts';
import { Client } from './client.ts';
import { questions } from './questions.ts';
import { richAndPoor } from './rich-and-poor.ts';
import { cards, models } from './tariff.ts';
import { judge, watchRecovery } from './verdict.ts';

const fullMs = 4_000;
const askNewEveryMs = 400;

let plant: Plant;
const client = new Client();
before(async () => {
  plant = await startPlant({ models: cards, relays: 2 });
});
after(async () => {
  await client.close();
  await plant?.stop();
});

test('Redis out of memory: it refuses instead of forgetting, customers hear 503, and no balance or hold is lost', async () => {
  const newcomer = await plant.customer('newcomer', 1_000_000);
  const { rich, poor, poorAsks, spent } = await richAndPoor(plant, client);
  assert.equal(await redisCommand(plant.redis.url, 'CONFIG SET maxmemory 1'), '+OK');
  poorAsks();
  for (const end = Date.now() + fullMs; Date.now() < end; await sleep(askNewEveryMs)) {
    const { status } = await client.ask(questions(plant, newcomer, models.short)(0));
    assert.equal(status, 503, 'whose money cannot be held is not served');
  }
  const holds = (await readWallet(plant, rich))?.holds.length ?? 0;
  assert.ok(holds > 0, 'what was held before still is');
  assert.equal(await redisCommand(plant.redis.url, 'CONFIG SET maxmemory 0'), '+OK');
  const trial = { plant, client, customers: [rich, poor, newcomer] };
  const recovery = watchRecovery(trial);
  await spent();
  const { status } = await client.ask(questions(plant, newcomer, models.short)(0));
  assert.equal(status, 200, 'who was refused is served now');
  assert.match(await redisCommand(plant.redis.url, 'INFO stats'), /^evicted_keys:0\r?$/m);
  await judge({ ...trial, fault: `Redis out of memory for ${fullMs / 1000} s`, recovery });
});
