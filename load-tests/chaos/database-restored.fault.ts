import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Customer, type Plant, startPlant } from '../plant/plant.ts';
import { Client, load } from './client.ts';
import { questions } from './questions.ts';
import { runCommand } from './run-command.ts';
import { cards, models } from './tariff.ts';
import { judge, watchRecovery } from './verdict.ts';

const folder = mkdtempSync(join(tmpdir(), 'switchyard-restored-'));
const file = join(folder, 'plant.backup');
const client = new Client();

let plant: Plant;
let customer: Customer;
before(async () => {
  plant = await startPlant({ models: cards, relays: 2 });
  customer = await plant.customer('customer', 50_000_000);
});
after(async () => {
  await client.close();
  await plant?.stop();
  rmSync(folder, { recursive: true });
});

test('Postgres lost and restored from a back-up of before: charges since then are booked again, each once', async () => {
  const loads = [models.short, models.stream].map((model) => load(client, 4, 50, questions(plant, customer, model)));
  await sleep(1_000);
  await runCommand(plant, 'backup', file);
  await sleep(2_000);
  await Promise.all(loads.map((one) => one.stop()));
  await Promise.all([...plant.relays, plant.billing].map((service) => service.stop()));
  await sql`DROP SCHEMA public CASCADE`.execute(plant.db);
  await sql`CREATE SCHEMA public`.execute(plant.db);
  assert.match(await runCommand(plant, 'restore', file), /[1-9]\d* messages of usage since then are queued again/);
  const trial = { plant, client, customers: [customer] };
  await plant.billing.start();
  const recovery = watchRecovery(trial);
  await Promise.all(plant.relays.map((relay) => relay.start()));
  const { status } = await client.ask(questions(plant, customer, models.short)(0));
  assert.equal(status, 200);
  await judge({ ...trial, fault: 'Postgres lost and restored', recovery });
});
