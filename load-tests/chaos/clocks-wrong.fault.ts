import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashPassword } from '@switchyard/crypto';
import { FakeClock } from '../plant/fake-clock.ts';
import { type Customer, type Plant, startPlant } from '../plant/plant.ts';
import { Client, load } from './client.ts';
import { questions } from './questions.ts';
import { cards, models } from './tariff.ts';
import { until } from './until.ts';
import { judge, watchRecovery } from './verdict.ts';

const offsets = ['+1h', '-1h', '+1y', '-1y', '+0'];
const afterStepMs = 4_000;
const password = 'the gulls count the waves';

const clocks = { relay: new FakeClock(), billing: new FakeClock(), console: new FakeClock() };
let plant: Plant;
const client = new Client();
before(async () => {
  plant = await startPlant({
    models: cards,
    relays: 2,
    withConsole: true,
    environment: {
      relay: clocks.relay.environment,
      billing: clocks.billing.environment,
      console: clocks.console.environment,
    },
  });
});
after(async () => {
  await client.close();
  await plant?.stop();
  for (const clock of Object.values(clocks)) clock.remove();
});

test('clocks that step by an hour or a year, each service by another: charges are exact, and who is signed in stays so', async () => {
  const rich = await plant.customer('rich', 50_000_000);
  const poor = await plant.customer('poor', 100_000);
  const headers = await signIn(rich);
  const loads = [
    load(client, 6, 50, questions(plant, rich, models.short, { maxTokens: 60 })),
    load(client, 8, 100, questions(plant, rich, models.stream, { maxTokens: 60 })),
    load(client, 2, 20, questions(plant, poor, models.short, { maxTokens: 60 })),
  ];
  await until(() => client.seen.filter(({ complete }) => complete).length > 40);
  // Each steps while the others stay, then all go apart.
  const steps = [
    ...offsets.map((offset) => ({ relay: offset })),
    ...offsets.map((offset) => ({ billing: offset })),
    ...offsets.map((offset) => ({ console: offset })),
    { relay: '-1h', billing: '+1h', console: '+1y' },
    { relay: '+1y', billing: '-1y', console: '-1h' },
    { relay: '+0', billing: '+0', console: '+0' },
  ] satisfies Partial<Record<keyof typeof clocks, string>>[];
  for (const step of steps) {
    for (const [service, offset] of Object.entries(step)) clocks[service as keyof typeof clocks].set(offset);
    await sleep(afterStepMs);
    const steppedAt = Date.now();
    const { status } = await client.ask(questions(plant, rich, models.short)(0));
    assert.equal(status, 200, `${JSON.stringify(step)}: served`);
    const self = await fetch(`${plant.console?.url}/api/user/self`, { headers });
    assert.equal(((await self.json()) as { success: boolean }).success, true, `${JSON.stringify(step)}: signed in`);
    await signIn(rich);
    assert.ok(Date.now() >= steppedAt);
  }
  const trial = { plant, client, customers: [rich, poor] };
  const recovery = watchRecovery(trial);
  await until(() => client.seen.findLast(({ customer }) => customer === poor)?.status === 403, 60_000);
  await Promise.all(loads.map((one) => one.stop()));
  const odd = client.seen.filter(({ complete, status }) => !complete && status !== 403);
  assert.deepEqual(odd, [], 'no answer is broken off');
  await judge({ ...trial, fault: `clocks stepped ${steps.length} times`, recovery });
});

/** Answers what a browser sends from then on. */
async function signIn({ name, userId }: Customer): Promise<Record<string, string>> {
  await plant.db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', userId)
    .execute();
  const reply = await fetch(`${plant.console?.url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: name, password }),
  });
  const { success, message } = (await reply.json()) as { success: boolean; message: string };
  assert.ok(success, message);
  const cookies = reply.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
  const echo = cookies.find((cookie) => cookie.startsWith('session='))?.slice('session='.length) ?? '';
  return {
    cookie: cookies.join('; '),
    authorization: `Bearer ${decodeURIComponent(echo)}`,
    'new-api-user': String(userId),
  };
}
