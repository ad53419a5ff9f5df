import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Balancer, startBalancer } from '../plant/balancer.ts';
import { type Customer, type Plant, startPlant } from '../plant/plant.ts';
import { Client } from './client.ts';
import { openLoop } from './open-loop.ts';
import { cards, models } from './tariff.ts';
import { judge, watchRecovery } from './verdict.ts';

let plant: Plant;
let balancer: Balancer;
let customer: Customer;
const client = new Client();
before(async () => {
  // As an operator has it, but that ten seconds are three.
  const relay = { RELAY_LEAVE_MS: '3000', RELAY_DRAIN_MS: '60000' };
  plant = await startPlant({ models: cards, relays: 2, environment: { relay } });
  balancer = await startBalancer(plant.relays);
  customer = await plant.customer('regular', 50_000_000);
});
after(async () => {
  await client.close();
  await balancer?.stop();
  await plant?.stop();
});

test('two relays behind nginx are replaced in turn under load: no stream is cut, no request fails', async () => {
  const asking = (model: string, stream: boolean) => () => ({ url: balancer.url, customer, model, stream });
  const loads = [openLoop(client, 12, asking(models.stream, true)), openLoop(client, 20, asking(models.short, false))];
  await sleep(4_000);
  for (const relay of plant.relays) {
    await relay.stop();
    await relay.start();
    await sleep(3_000);
  }
  const trial = { plant, client, customers: [customer] };
  const recovery = watchRecovery(trial);
  await Promise.all(loads.map((one) => one.stop()));
  const failed = client.seen.filter(({ complete }) => !complete);
  assert.deepEqual(
    failed.map(({ model, status, error, sentAt, endedAt }) => ({ model, status, error, sentAt, endedAt })),
    [],
    'clients see no error',
  );
  await judge({ ...trial, fault: 'two relays replaced in turn', recovery });
});
