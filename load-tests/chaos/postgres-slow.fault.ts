import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Customer, type Plant, startPlant } from '../plant/plant.ts';
import { proxyStores, type StoreProxies } from '../plant/store-proxies.ts';
import { startStores } from '../plant/stores.ts';
import { Client, load } from './client.ts';
import { questions } from './questions.ts';
import { cards, models } from './tariff.ts';
import { until } from './until.ts';
import { judge, watchRecovery } from './verdict.ts';

const latencyMs = 1_000;
const silentMs = 8_000;
/** Of the relay's pool. */
const connections = 10;
const newcomers = 60;
const servedWhileSilent = 100;

let plant: Plant;
let proxies: StoreProxies;
const client = new Client();
before(async () => {
  const stores = await startStores();
  proxies = await proxyStores(stores);
  const { DATABASE_URL } = proxies.environment;
  plant = await startPlant({
    models: cards,
    stores,
    environment: { relay: { DATABASE_URL }, billing: { DATABASE_URL } },
  });
});
after(async () => {
  await client.close();
  await plant?.stop();
  await proxies?.close();
});

test('Postgres slow, locked and silent: no warm request waits for it, cold ones hear 503, and no more than a pool of them waits', async () => {
  const warm = await plant.customer('warm', 50_000_000);
  const cold = await Promise.all(
    Array.from({ length: newcomers }, (_, index) => plant.customer(`newcomer ${index}`, 100_000)),
  );
  const loads = [
    load(client, 6, 50, questions(plant, warm, models.short)),
    load(client, 6, 100, questions(plant, warm, models.stream)),
  ];
  const servedSince = (customer: Customer, time: number) =>
    client.seen.filter((seen) => seen.customer === customer && seen.sentAt > time && seen.complete).length;
  await until(() => servedSince(warm, 0) > 20);

  await proxies.postgres.set({ upstream: { latencyMs }, downstream: { latencyMs } });
  const slow = await client.ask(questions(plant, cold[0] as Customer, models.short)(0));
  assert.equal(slow.status, 200, 'a slow answer is an answer');
  await proxies.postgres.set({});

  const locked = sql`LOCK TABLE accounts, tokens, users, journal, channels, options IN ACCESS EXCLUSIVE MODE`;
  await plant.db.transaction().execute(async (trx) => {
    await locked.execute(trx);
    const lockedAt = Date.now();
    await sql`SELECT pg_sleep(3)`.execute(trx);
    await until(() => servedSince(warm, lockedAt) > servedWhileSilent);
  });

  await proxies.postgres.set({ downstream: { stall: true } });
  const silentAt = Date.now();
  const waiting = cold.slice(1).map((customer) => client.ask(questions(plant, customer, models.short)(0)));
  await sleep(silentMs);
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'switchyard-relay'`.execute(plant.db);
  assert.ok((rows[0]?.count ?? 0) <= connections, `${rows[0]?.count} connections of the relay`);
  const answers = client.seen.filter(
    ({ customer, sentAt, endedAt }) => customer !== warm && sentAt >= silentAt && endedAt > 0,
  );
  assert.ok(answers.length >= newcomers - 1 - connections, `${answers.length} have been answered`);
  assert.ok(answers.every(({ status }) => status === 503));
  assert.ok(servedSince(warm, silentAt) > servedWhileSilent);
  await proxies.postgres.set({});

  const trial = { plant, client, customers: [warm, ...cold] };
  const recovery = watchRecovery(trial);
  await Promise.all([...waiting, ...loads.map((one) => one.stop())]);
  assert.deepEqual(
    client.seen.filter(({ customer, complete }) => customer === warm && !complete),
    [],
    'warm users see no error',
  );
  const { status } = await client.ask(questions(plant, cold.at(-1) as Customer, models.short)(0));
  assert.equal(status, 200, 'cold users are served again');
  await judge({ ...trial, fault: 'Postgres slow, locked, silent', recovery });
});
