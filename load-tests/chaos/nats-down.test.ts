import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Customer, type Plant, startPlant } from '../plant/plant.ts';
import { Client, load } from './client.ts';
import { faultMs } from './fault-seconds.ts';
import { metricsToken, readFigure } from './figures.ts';
import { questions } from './questions.ts';
import { cards, models } from './tariff.ts';
import { judge, watchRecovery } from './verdict.ts';

let plant: Plant;
let customer: Customer;
const client = new Client();
before(async () => {
  plant = await startPlant({ models: cards, relays: 2, environment: { relay: { METRICS_TOKEN: metricsToken } } });
  customer = await plant.customer('regular', 50_000_000);
});
after(async () => {
  await client.close();
  await plant?.stop();
});

test('NATS down under load: clients notice nothing, and everything is charged afterwards', async () => {
  const loads = [
    load(client, 8, 50, questions(plant, customer, models.short)),
    load(client, 12, 100, questions(plant, customer, models.stream)),
  ];
  await sleep(2_000);
  await plant.nats.kill();
  await sleep(faultMs);
  const waiting = await sumOf('switchyard_relay_unpublished_events');
  const bytes = await sumOf('switchyard_relay_spool_bytes');
  await plant.nats.restart();
  const trial = { plant, client, customers: [customer] };
  const recovery = watchRecovery(trial);
  await sleep(1_000);
  await Promise.all(loads.map((one) => one.stop()));
  assert.deepEqual(
    client.seen.filter(({ complete }) => !complete),
    [],
    'clients see no error',
  );
  const { since, chargedAt } = await recovery;
  const rate = (waiting * 1000) / (chargedAt - since);
  const remark = `spools of ${(bytes / 1e6).toFixed(1)} MB, ${waiting} events brought in at ${rate.toFixed(0)}/s`;
  await judge({ ...trial, fault: `NATS down for ${faultMs / 1000} s`, recovery, remark });
});

async function sumOf(name: string): Promise<number> {
  const figures = await Promise.all(plant.relays.map((relay) => readFigure(relay, name)));
  return figures.reduce((sum, figure) => sum + figure, 0);
}
