import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Bus } from '@switchyard/bus';
import { UsageEvent } from '@switchyard/contracts';
import { Value } from 'typebox/value';
import type { Customer, Plant } from '../plant/plant.ts';
import { readAccount, readCharges } from './books.ts';
import type { Client } from './client.ts';
import { questions } from './questions.ts';
import { models } from './tariff.ts';
import { until } from './until.ts';
import { type Trial, watchRecovery } from './verdict.ts';

const requests = 40;
const repetitions = 10;

export interface Repetition {
  readonly plant: Plant;
  readonly client: Client;
  readonly customer: Customer;
  readonly bus: Bus;
  /** Looks at the events once they are booked, before they come again. */
  readonly booked?: (events: readonly UsageEvent[]) => Promise<void>;
}

/** Asks while billing is away, and lets billing have every event ten times, then again; answers what is to be judged. */
export async function repeatedEvents(repetition: Repetition): Promise<Omit<Trial, 'fault'>> {
  const { plant, client, customer, bus, booked } = repetition;
  // The relay admits nobody before billing has run once.
  await client.ask(questions(plant, customer, models.short)(0));
  await until(async () => (await readCharges(plant)).size === 1);
  await plant.billing.stop();
  await Promise.all(
    Array.from({ length: requests }, (_, index) =>
      client.ask(questions(plant, customer, index % 2 === 0 ? models.stream : models.short)(0)),
    ),
  );

  const events = await takeEvents(bus, requests);
  const trial = { plant, client, customers: [customer] };
  await repeatEvents(bus, events);
  const recovery = watchRecovery(trial);
  await plant.billing.start();
  await untilHandled(bus);
  await booked?.(events);
  const [accountBefore, chargesBefore] = [await readAccount(plant, customer), await readCharges(plant)];
  await repeatEvents(bus, events);
  await untilHandled(bus);
  assert.deepEqual(await readAccount(plant, customer), accountBefore, 'repetitions change nothing');
  assert.deepEqual(await readCharges(plant), chargesBefore, 'repetitions change nothing');
  return { ...trial, recovery };
}

/** Takes so many events off the stream, in place of billing, which must not run. */
async function takeEvents(bus: Bus, count: number): Promise<UsageEvent[]> {
  const taken: UsageEvent[] = [];
  const taking = await bus.consumeUsage(async (batch) => {
    for (const { data } of batch) taken.push(...Buffer.from(data).toString().split('\n').map(readEvent));
  });
  await until(() => taken.length === count);
  await taking.stop();
  return taken;
}

/** Publishes each event, and progress of it, ten times in any order under new message ids. */
async function repeatEvents(bus: Bus, events: readonly UsageEvent[]): Promise<void> {
  const lines = events.flatMap((event) => [event, ...progressOf(event)]).map((event) => JSON.stringify(event));
  const all = shuffled(Array.from({ length: repetitions }, () => lines).flat());
  await Promise.all(all.map((line) => bus.publishUsage(Buffer.from(line), randomUUID())));
}

/** Resolves when billing has handled all that is stored by now. */
async function untilHandled(bus: Bus): Promise<void> {
  const { stored } = await bus.usageProgress();
  await until(async () => (await bus.usageProgress()).acknowledged >= stored);
}

function readEvent(line: string): UsageEvent {
  return Value.Parse(UsageEvent, JSON.parse(line));
}

/** What a relay that was thought dead may still say of the request. */
function progressOf(event: UsageEvent): UsageEvent[] {
  return [0, 0.5].map((share) => ({
    ...event,
    final: false,
    ended: 'running',
    counted: 'local',
    charge: Math.floor(event.charge * share),
    tokens: { ...event.tokens, completion: Math.floor(event.tokens.completion * share) },
  }));
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((left, right) => left.place - right.place)
    .map(({ item }) => item);
}
