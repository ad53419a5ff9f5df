import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Customer, type Plant, startPlant } from '../plant/plant.ts';
import { redisCommand } from '../plant/redis-command.ts';
import { Client, load, type Seen } from './client.ts';
import { questions } from './questions.ts';
import { cards, models } from './tariff.ts';
import { until } from './until.ts';
import { judge, watchRecovery } from './verdict.ts';

/** The longest that admission may stay closed. */
const closedMs = 15_000;
/** Relays look for the mark of the store every second; what they hold by then may be spent. */
const noticedMs = 2_000;

let plant: Plant;
let client: Client;
beforeEach(async () => {
  await end();
  client = new Client();
  plant = await startPlant({ models: cards, relays: 2 });
});
after(() => end());

async function end(): Promise<void> {
  await client?.close();
  await plant?.stop();
}

const servedSince = (customer: Customer, time: number) =>
  client.seen.some((seen) => seen.customer === customer && seen.sentAt > time && seen.status === 200);
const usedUp = (customer: Customer) => client.seen.findLast((seen) => seen.customer === customer)?.status === 403;

test('Redis emptied twice under load: seconds of 503, and nobody spends what runs or is on its way once more', async () => {
  const rich = await plant.customer('rich', 50_000_000);
  // Six long answers hold more than half of it until long after the store was emptied.
  const poor = await plant.customer('poor', 10_000);
  const loads = [
    load(client, 6, 50, questions(plant, rich, models.short, { maxTokens: 12 })),
    load(client, 6, 100, questions(plant, rich, models.stream, { maxTokens: 60 })),
  ];
  await until(() => servedSince(rich, 0));
  const long = Array.from({ length: 6 }, (_, lane) =>
    client.ask(questions(plant, poor, models.longStream, { maxTokens: 200 })(lane)),
  );
  const short = load(client, 4, 100, questions(plant, poor, models.short, { maxTokens: 12 }));
  await sleep(1_000);
  assert.equal(await redisCommand(plant.redis.url, 'FLUSHALL'), '+OK');
  await sleep(1_500);
  assert.equal(await redisCommand(plant.redis.url, 'FLUSHALL'), '+OK');
  const trial = { plant, client, customers: [rich, poor] };
  const recovery = watchRecovery(trial);
  const emptiedAt = Date.now();
  await until(() => servedSince(rich, emptiedAt), closedMs);
  await until(() => usedUp(poor), 30_000);
  const answers: Seen[] = await Promise.all(long);
  await sleep(500);
  await Promise.all([short, ...loads].map((one) => one.stop()));
  assert.deepEqual(
    answers.filter(({ complete }) => !complete),
    [],
    'streams that run go on',
  );
  assertOnlyRefusals();
  await judge({ ...trial, fault: 'Redis emptied twice', recovery });
});

test('Redis emptied while NATS is down: charges that nobody has yet stay held', async () => {
  const poor = await plant.customer('poor', 30_000);
  const ask = questions(plant, poor, models.short, { maxTokens: 12 });
  await client.ask(ask(0));
  await client.ask(ask(1));
  await plant.nats.kill();
  const before = load(client, 4, 20, ask);
  await sleep(1_500);
  await before.stop();
  // Now the relays rest for up to 5 s between their attempts to publish.
  await sleep(9_000);
  assert.equal(await redisCommand(plant.redis.url, 'FLUSHALL'), '+OK');
  await sleep(1_500);
  await plant.nats.restart();
  const trial = { plant, client, customers: [poor] };
  const recovery = watchRecovery(trial);
  const afterwards = load(client, 8, 50, ask);
  await until(() => usedUp(poor), 30_000);
  await sleep(3_000);
  await afterwards.stop();
  assertOnlyRefusals();
  await judge({ ...trial, fault: 'Redis emptied while NATS is down', recovery });
});

test('Redis emptied while the journal lags: nobody is admitted before it has every charge of the stream', async (t) => {
  const poor = await plant.customer('poor', 20_000);
  const ask = questions(plant, poor, models.short, { maxTokens: 12 });
  await client.ask(ask(0));
  // Billing waits for this row; who reads the balance does not.
  const release = Promise.withResolvers<void>();
  t.after(() => release.resolve());
  const locked = plant.db.transaction().execute(async (trx) => {
    await trx.selectFrom('accounts').where('user_id', '=', poor.userId).select('user_id').forUpdate().execute();
    await release.promise;
  });
  await Promise.all(Array.from({ length: 36 }, (_, lane) => client.ask(ask(lane))));
  await sleep(500);
  assert.equal(await redisCommand(plant.redis.url, 'FLUSHALL'), '+OK');
  const emptiedAt = Date.now();
  const afterwards = load(client, 4, 50, ask);
  await sleep(7_000);
  assert.equal(servedSince(poor, emptiedAt + noticedMs), false, 'admission is closed');
  release.resolve();
  await locked;
  const trial = { plant, client, customers: [poor] };
  const recovery = watchRecovery(trial);
  await until(() => usedUp(poor), 30_000);
  await afterwards.stop();
  assertOnlyRefusals();
  await judge({ ...trial, fault: 'Redis emptied while the journal lags', recovery });
});

/** Whatever is not served is refused: as used up, or with 503 while nobody can know. */
function assertOnlyRefusals(): void {
  const odd = client.seen.filter(({ complete, status }) => !complete && status !== 503 && status !== 403);
  assert.deepEqual(odd, []);
}
