import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServerCluster, startNatsCluster, type TestServer } from '@switchyard/testing';
import { type Plant, startPlant } from '../plant/plant.ts';
import { startStores } from '../plant/stores.ts';
import { Client, load } from './client.ts';
import { faultMs } from './fault-seconds.ts';
import { questions } from './questions.ts';
import { cards, models } from './tariff.ts';
import { judge, watchRecovery } from './verdict.ts';

const rounds = 2;

let plant: Plant;
const client = new Client();
before(async () => {
  const stores = await startStores({ nats: asOne(await startNatsCluster()) });
  plant = await startPlant({ models: cards, relays: 2, stores });
});
after(async () => {
  await client.close();
  await plant?.stop();
});

test('all three NATS servers killed at once under load: clients notice nothing, and everything is charged afterwards', async () => {
  const customer = await plant.customer('regular', 50_000_000);
  const loads = [
    load(client, 8, 50, questions(plant, customer, models.short)),
    load(client, 12, 100, questions(plant, customer, models.stream)),
  ];
  for (let round = 0; round < rounds; round++) {
    await sleep(2_000);
    await plant.nats.kill();
    await sleep(faultMs / rounds);
    await plant.nats.restart();
  }
  const trial = { plant, client, customers: [customer] };
  const recovery = watchRecovery(trial);
  await sleep(1_000);
  await Promise.all(loads.map((one) => one.stop()));
  assert.deepEqual(
    client.seen.filter(({ complete }) => !complete),
    [],
    'clients see no error',
  );
  await judge({ ...trial, fault: `three NATS servers killed at once, ${rounds} times`, recovery });
});

function asOne({ url, servers, stop }: ServerCluster): TestServer {
  const all = (act: (server: TestServer) => Promise<void>) => async () => void (await Promise.all(servers.map(act)));
  return {
    url,
    stop,
    kill: all((server) => server.kill()),
    restart: all((server) => server.restart()),
    pause: all((server) => server.pause()),
    resume: all((server) => server.resume()),
  };
}
