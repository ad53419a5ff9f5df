import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Bus, openBus } from '@switchyard/bus';
import type { UsageEvent } from '@switchyard/contracts';
import { uuidv7TimeMs } from '@switchyard/crypto';
import { FakeClock } from '../plant/fake-clock.ts';
import { type Customer, type Plant, startPlant } from '../plant/plant.ts';
import { Client } from './client.ts';
import { repeatedEvents } from './repeated-events.ts';
import { cards } from './tariff.ts';
import { judge } from './verdict.ts';

/** Of the relay: what it says is that late. */
const clock = new FakeClock('-8d');
let plant: Plant;
let customer: Customer;
let bus: Bus;
const client = new Client();
before(async () => {
  plant = await startPlant({ models: cards, environment: { relay: clock.environment } });
  customer = await plant.customer('regular', 50_000_000);
  bus = await openBus({ natsUrl: plant.nats.url });
});
after(async () => {
  await client.close();
  await bus?.close();
  await plant?.stop();
  clock.remove();
});

test('events that come eight days late, ten times in any order, charge each request once', async () => {
  const booked = async ([first]: readonly UsageEvent[]) => {
    const days = (Date.now() - uuidv7TimeMs(first?.id ?? '')) / 86_400_000;
    assert.ok(days > 7.9, `${days} days late`);
    // By then nobody remembers the holds.
    await plant.db.deleteFrom('holds').execute();
  };
  const trial = await repeatedEvents({ plant, client, customer, bus, booked });
  await judge({ ...trial, fault: 'events eight days late, ten times' });
});
