import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Plant, startPlant } from '../plant/plant.ts';
import { SmallDisk } from '../plant/small-disk.ts';
import type { Kill } from './bill.ts';
import { Client, load } from './client.ts';
import { questions } from './questions.ts';
import { cards, models } from './tariff.ts';
import { until } from './until.ts';
import { judge, watchRecovery } from './verdict.ts';

const diskBytes = 8_000_000;
const leftBytes = 100_000;
const fullMs = 4_000;
const patienceMs = 60_000;

let disk: SmallDisk;
let plant: Plant;
let client: Client;
beforeEach(async () => {
  disk = new SmallDisk(diskBytes);
  client = new Client();
  plant = await startPlant({ models: cards, environment: { relay: { SWITCHYARD_DATA_DIR: disk.path } } });
});
afterEach(async () => {
  await client.close();
  await plant?.stop();
  disk.remove();
});

for (const { what, natsAway, killed } of [
  { what: 'the disk of the spool full', natsAway: false, killed: false },
  { what: 'the disk of the spool full while NATS is away', natsAway: true, killed: false },
  { what: 'the disk of the spool full while NATS is away, then the relay killed', natsAway: true, killed: true },
]) {
  test(`${what}: new requests are refused before a charge is lost`, async () => {
    const customer = await plant.customer('regular', 50_000_000);
    const [relay] = plant.relays as [Plant['relays'][number]];
    const refused = () => client.seen.filter(({ status }) => status === 503).length;
    await client.ask(questions(plant, customer, models.short)(0));
    if (natsAway) await plant.nats.kill();
    const loads = [
      load(client, 12, 20, questions(plant, customer, models.short)),
      load(client, 10, 100, questions(plant, customer, models.stream)),
    ];
    await until(() => client.seen.filter(({ complete }) => complete).length > 40);
    disk.fill(leftBytes);
    await until(() => refused() > 50, patienceMs);
    await sleep(fullMs);
    const kills: Kill[] = [];
    if (killed) {
      kills.push({ url: relay.url, at: Date.now() });
      await relay.kill();
    }
    disk.clear();
    if (natsAway) await plant.nats.restart();
    const trial = { plant, client, customers: [customer], kills };
    const recovery = watchRecovery(trial);
    if (killed) await relay.start();
    const freedAt = Date.now();
    await until(() => client.seen.some(({ sentAt, complete }) => sentAt > freedAt && complete), patienceMs);
    await sleep(1_000);
    await Promise.all(loads.map((one) => one.stop()));
    const odd = client.seen.filter(({ complete, status }) => !complete && status !== 503);
    if (!killed) assert.deepEqual(odd, [], 'what was admitted is answered to its end');
    await judge({ ...trial, fault: what, recovery });
  });
}
