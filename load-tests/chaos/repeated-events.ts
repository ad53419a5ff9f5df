import { randomUUID } from 'node:crypto';
import type { Bus } from '@switchyard/bus';
import { UsageEvent } from '@switchyard/contracts';
import { Value } from 'typebox/value';
import { until } from './until.ts';

const repetitions = 10;

/** Takes so many events off the stream, in place of billing, which must not run. */
export async function takeEvents(bus: Bus, count: number): Promise<UsageEvent[]> {
  const taken: UsageEvent[] = [];
  const taking = await bus.consumeUsage(async (batch) => {
    for (const { data } of batch) taken.push(...Buffer.from(data).toString().split('\n').map(readEvent));
  });
  await until(() => taken.length === count);
  await taking.stop();
  return taken;
}

/** Publishes each event, and progress of it, ten times in any order under new message ids. */
export async function repeatEvents(bus: Bus, events: readonly UsageEvent[]): Promise<void> {
  const lines = events.flatMap((event) => [event, ...progressOf(event)]).map((event) => JSON.stringify(event));
  const all = shuffled(Array.from({ length: repetitions }, () => lines).flat());
  await Promise.all(all.map((line) => bus.publishUsage(Buffer.from(line), randomUUID())));
}

/** Resolves when billing has handled all that is stored by now. */
export async function untilHandled(bus: Bus): Promise<void> {
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
