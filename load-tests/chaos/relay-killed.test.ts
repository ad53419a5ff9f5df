import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Customer, type Plant, startPlant } from '../plant/plant.ts';
import type { Kill } from './bill.ts';
import { Client, load } from './client.ts';
import { cards, models } from './tariff.ts';
import { judge, watchRecovery } from './verdict.ts';

const kills = 4;
const killsDuringRecovery = 6;
/** Segments of a sixteenth, so that the spool begins new ones all the time. */
const spoolBytes = 1_048_576;

let plant: Plant;
const client = new Client();
before(async () => {
  plant = await startPlant({ models: cards, environment: { relay: { RELAY_SPOOL_LIMIT_BYTES: String(spoolBytes) } } });
});
after(async () => {
  await client.close();
  await plant?.stop();
});

test('a relay killed in mid-stream, and again while it recovers, charges each request once and forgets at most a second', async () => {
  const relay = plant.relays[0] as Plant['relays'][number];
  const regular = await plant.customer('regular', 50_000_000);
  // Each comes shortly before a kill, so that the relay holds money for a request it has not noted yet.
  const newcomers = await Promise.all(
    Array.from({ length: kills }, (_, index) => plant.customer(`newcomer ${index}`, 100_000)),
  );
  const asking = (model: string, stream: boolean, customer = regular) => ({ url: relay.url, customer, model, stream });
  const loads = [
    load(client, 20, 100, () => asking(models.stream, true)),
    load(client, 5, 100, () => asking(models.longStream, true)),
    load(client, 5, 50, () => asking(models.short, false)),
  ];
  const killedAt: Kill[] = [];
  const kill = async () => {
    killedAt.push({ url: relay.url, at: Date.now() });
    await relay.kill();
  };
  const late: Promise<unknown>[] = [];
  for (const newcomer of newcomers) {
    await sleep(2_000 + Math.random() * 1_500);
    late.push(client.ask(asking(models.stream, true, newcomer)));
    await sleep(300);
    await kill();
    if (newcomer !== newcomers.at(-1)) await relay.start();
  }
  const stopping = Promise.all([...late, ...loads.map((one) => one.stop())]);
  for (let round = 0; round < killsDuringRecovery; round++) {
    relay.launch();
    // Once by chance while it starts, once as soon as it has begun to publish what it found.
    if (round % 2 === 0) await sleep(50 + Math.random() * 250);
    else await relay.says('charges of an earlier run go to the stream');
    await kill();
  }
  await stopping;
  const customers: Customer[] = [regular, ...newcomers];
  const trial = { plant, client, customers, kills: killedAt, patienceMs: 30_000 };
  const recovery = watchRecovery(trial);
  await relay.start();
  await judge({ ...trial, fault: `relay killed ${killedAt.length} times`, recovery });
});
