import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Plant, startPlant } from '../plant/plant.ts';
import { Client } from './client.ts';
import { richAndPoor } from './rich-and-poor.ts';
import { cards } from './tariff.ts';
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
  const { rich, poor, poorAsks, spent } = await richAndPoor(plant, client);
  for (let round = 0; round < kills; round++) {
    await plant.redis.kill();
    if (round === 0) poorAsks();
    await sleep(awayMs);
    await plant.redis.restart();
    if (round < kills - 1) await sleep(1_500);
  }
  const trial = { plant, client, customers: [rich, poor] };
  const recovery = watchRecovery(trial);
  await spent();
  await judge({ ...trial, fault: `Redis killed ${kills} times`, recovery });
});
