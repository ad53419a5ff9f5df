import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { FakeClock } from '../plant/fake-clock.ts';
import { type Plant, startPlant } from '../plant/plant.ts';
import { givePassword, signIn } from '../plant/sign-in.ts';
import { Client, load } from './client.ts';
import { questions } from './questions.ts';
import { cards, models } from './tariff.ts';
import { until } from './until.ts';
import { judge, watchRecovery } from './verdict.ts';

const offsets = ['+1h', '-1h', '+1y', '-1y', '+0'];
const afterStepMs = 4_000;

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
  await givePassword(plant.db, [rich]);
  const address = plant.console?.url as string;
  const headers = await signIn(address, rich);
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
    const { status } = await client.ask(questions(plant, rich, models.short)(0));
    assert.equal(status, 200, `${JSON.stringify(step)}: served`);
    const self = await fetch(`${address}/api/user/self`, { headers });
    assert.equal(((await self.json()) as { success: boolean }).success, true, `${JSON.stringify(step)}: signed in`);
    await signIn(address, rich);
  }
  const trial = { plant, client, customers: [rich, poor] };
  const recovery = watchRecovery(trial);
  await until(() => client.seen.findLast(({ customer }) => customer === poor)?.status === 403, 60_000);
  await Promise.all(loads.map((one) => one.stop()));
  const odd = client.seen.filter(({ complete, status }) => !complete && status !== 403);
  assert.deepEqual(odd, [], 'no answer is broken off');
  await judge({ ...trial, fault: `clocks stepped ${steps.length} times`, recovery });
});
