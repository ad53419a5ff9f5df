import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Plant, startPlant } from '../plant/plant.ts';
import { Client } from './client.ts';
import { cards, models, priceOf } from './tariff.ts';
import { judge, watchRecovery } from './verdict.ts';

const parallel = 500;
const affordable = 10;

let plant: Plant;
const client = new Client();
before(async () => {
  plant = await startPlant({ models: cards, relays: 2 });
});
after(async () => {
  await client.close();
  await plant?.stop();
});

test('of 500 requests at once on two relays with a balance for ten, at most ten are served', async () => {
  const price = priceOf(models.call, { prompt: 0, completion: 0 });
  // The rest below one price is for nobody.
  const customer = await plant.customer('poor', affordable * price + price - 1);
  const answers = await Promise.all(
    Array.from({ length: parallel }, (_, index) => {
      const relay = plant.relays[index % 2] as Plant['relays'][number];
      return client.ask({ url: relay.url, customer, model: models.call, stream: index % 3 === 0 });
    }),
  );
  const trial = { plant, client, customers: [customer] };
  const recovery = watchRecovery(trial);
  const served = answers.filter(({ status }) => status === 200).length;
  const refused = answers.filter(({ status }) => status === 403).length;
  assert.ok(served > 0 && served <= affordable, `${served} served`);
  assert.equal(served + refused, parallel, 'all others hear that the balance is used up');
  await judge({ ...trial, fault: '500 at once, balance for 10', recovery });
});
