import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Plant, startPlant } from '../plant/plant.ts';
import { proxyStores, type StoreProxies } from '../plant/store-proxies.ts';
import { type Stores, startStores } from '../plant/stores.ts';
import type { Toxics } from '../plant/tcp-proxy.ts';
import { Client, load } from './client.ts';
import { faultMs } from './fault-seconds.ts';
import { questions } from './questions.ts';
import { cards, models } from './tariff.ts';
import { until } from './until.ts';
import { judge, watchRecovery } from './verdict.ts';

const lost = { timeout: true };
const late = { stall: true };
const cuts: readonly (readonly [string, Toxics | 'forget'])[] = [
  ['both ways', { upstream: lost, downstream: lost }],
  ['what relays say is lost', { upstream: lost }],
  ['what the store says is lost', { downstream: lost }],
  ['what relays say comes late', { upstream: late }],
  ['open connections are forgotten', 'forget'],
];
/** Where a store is away that answers for balances, 503 is the answer; elsewhere nobody may notice. */
const stores: readonly (readonly [keyof Stores, string, boolean])[] = [
  ['postgres', 'Postgres', false],
  ['redis', 'Redis', true],
  ['nats', 'NATS', false],
];

let plant: Plant;
let proxies: StoreProxies;
let client: Client;
beforeEach(async () => {
  const own = await startStores();
  proxies = await proxyStores(own);
  client = new Client();
  plant = await startPlant({ models: cards, relays: 2, stores: own, environment: { relay: proxies.environment } });
});
afterEach(async () => {
  await client.close();
  await plant?.stop();
  await proxies?.close();
});

for (const [store, name, refuses] of stores) {
  for (const [way, toxics] of cuts) {
    test(`the network between the relays and ${name} cut (${way}): the books are right, and all is served again`, async () => {
      const rich = await plant.customer('rich', 50_000_000);
      // Spent while the network is cut, were the store not asked.
      const poor = await plant.customer('poor', 8_000);
      const newcomer = await plant.customer('newcomer', 1_000_000);
      await client.ask(questions(plant, poor, models.short, { maxTokens: 60 })(0));
      const loads = [
        load(client, 6, 50, questions(plant, rich, models.short, { maxTokens: 60 })),
        load(client, 6, 100, questions(plant, rich, models.stream, { maxTokens: 60 })),
        load(client, 2, 100, questions(plant, poor, models.short, { maxTokens: 60 })),
      ];
      await until(() => client.seen.filter(({ complete }) => complete).length > 40);
      const cutAt = Date.now();
      if (toxics === 'forget') proxies[store].forget();
      else await proxies[store].set(toxics);
      await sleep(faultMs);
      const served = client.seen.filter(
        ({ customer, complete, sentAt }) => customer === rich && complete && sentAt > cutAt,
      );
      await proxies[store].set({});
      const trial = { plant, client, customers: [rich, poor, newcomer] };
      const healedAt = Date.now();
      const recovery = watchRecovery(trial);
      // Whoever was not known before, too: connections of before the cut are given up.
      await until(
        async () =>
          (await client.ask(questions(plant, newcomer, models.short, { maxTokens: 60 })(0))).complete &&
          (await client.ask(questions(plant, newcomer, models.short, { maxTokens: 60 })(1))).complete,
        60_000,
      );
      const newcomerSeconds = (Date.now() - healedAt) / 1000;
      await until(() => client.seen.findLast(({ customer }) => customer === poor)?.status === 403, 30_000);
      await Promise.all(loads.map((one) => one.stop()));
      const odd = client.seen.filter(
        ({ customer, complete, status }) =>
          !complete && status !== 403 && (status !== 503 || (customer === rich && !refuses)),
      );
      assert.deepEqual(odd, [], 'who is not served is refused');
      if (!refuses) assert.ok(served.length > 0);
      await judge({
        ...trial,
        fault: `${name} cut off: ${way}`,
        recovery,
        remark: `a new customer after ${newcomerSeconds.toFixed(1)} s`,
      });
    });
  }
}
