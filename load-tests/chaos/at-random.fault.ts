import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Customer, type Plant, startPlant } from '../plant/plant.ts';
import { redisCommand } from '../plant/redis-command.ts';
import type { Service } from '../plant/service.ts';
import type { Kill } from './bill.ts';
import { Client, load } from './client.ts';
import { questions } from './questions.ts';
import { type Blow, blowsAt, countKills, readMinutes, type Target, targets } from './random-schedule.ts';
import { cards, models } from './tariff.ts';
import { judge, watchRecovery } from './verdict.ts';

/** Who asks, all the time: lanes of the rich customer and of the poorest. */
const crowds = [
  { lanes: 6, pauseMs: 150, isPoor: false, model: models.short },
  { lanes: 8, pauseMs: 200, isPoor: false, model: models.stream },
  { lanes: 4, pauseMs: 200, isPoor: false, model: models.longStream },
  { lanes: 4, pauseMs: 100, isPoor: true, model: models.short },
  { lanes: 2, pauseMs: 100, isPoor: true, model: models.stream },
];
const minutes = readMinutes(process.env.FAULT_MINUTES, crowds);
const seed = Number(process.env.FAULT_SEED || 1);
const afterFailedStartMs = 250;
/** A service has at least so long to start, and then to serve, before it is struck again. */
const startingMs = 8_000;
const servingMs = 1_000;
/** Good for some seconds of what is asked for it, so that somebody always runs out. */
const smallBalance = 25_000;
const newcomerEveryMs = 20_000;
/** Messages that billing did not acknowledge come again after 30 s, and each may have been lost with it several times. */
const patienceMs = 240_000;

let plant: Plant;
const client = new Client();
const kills: Kill[] = [];
let storeKills = 0;
/** When each service was frozen last. */
const frozen = new Map<Service, { readonly at: number; readonly until: number }>();
/** A store that is away when a service starts ends it with a sentence; the verdict looks for services that end while they serve. */
let failedStarts = 0;
before(async () => {
  plant = await startPlant({ models: cards, relays: 2 });
});
after(async () => {
  await client.close();
  await plant?.stop();
});

test(`${minutes} minutes of kills at random, seed ${seed}: each request is charged once, and nobody spends more than there is`, async () => {
  const regular = await plant.customer('regular', 500_000_000);
  const poor: Customer[] = [await plant.customer('poor 0', smallBalance)];
  const latest = () => poor.at(-1) as Customer;
  const loads = crowds.map(({ lanes, pauseMs, isPoor, model }) =>
    load(client, lanes, pauseMs, (lane) => questions(plant, isPoor ? latest() : regular, model)(lane)),
  );
  const began = Date.now();
  const blows = targets.map((target) => blowsAt(target, seed, minutes));
  const total = blows.reduce((sum, some) => sum + countKills(some), 0);
  console.log(`seed ${seed}: ${total} kills are planned for ${minutes} minutes`);
  let names = 0;
  const newcomers = (async () => {
    for (let at = newcomerEveryMs; at < minutes * 60_000; at += newcomerEveryMs) {
      await sleep(Math.max(0, began + at - Date.now()));
      // Under a new name at each attempt: the last one may have been stored though nobody heard so.
      const customer = await surely(() => plant.customer(`poor ${++names}`, smallBalance));
      poor.push(customer);
    }
  })();
  await Promise.all([newcomers, ...targets.map((target, index) => strike(target, blows[index] as Blow[], began))]);

  const customers = [regular, ...poor];
  const trial = { plant, client, customers, kills, patienceMs };
  const recovery = watchRecovery(trial);
  await sleep(2_000);
  await Promise.all(loads.map((one) => one.stop()));
  const made = kills.length + storeKills;
  console.log(`${made} kills, ${failedStarts} failed starts in ${((Date.now() - began) / 1000).toFixed(0)} s`);
  await judge({ ...trial, fault: `${made} kills at random in ${minutes} min (seed ${seed})`, recovery });
});

/** Does to the target what is planned, one after the other, until the time is over. Ends with the target running. */
async function strike(target: Target, blows: readonly Blow[], began: number): Promise<void> {
  const service = serviceOf(target);
  const end = began + minutes * 60_000;
  for (const [index, blow] of blows.entries()) {
    await sleep(Math.max(0, began + blow.atMs - Date.now()));
    if (Date.now() > end) break;
    const nextAt = began + (blows[index + 1]?.atMs ?? 0);
    if (service) await strikeService(service, blow, nextAt);
    else await strikeStore(target as 'redis' | 'nats' | 'postgres', blow);
  }
  if (service) await startSurely(service, Number.POSITIVE_INFINITY);
}

function serviceOf(target: Target): Service | undefined {
  if (target === 'billing') return plant.billing;
  return target.startsWith('relay') ? plant.relays[Number(target.slice(-1))] : undefined;
}

/** Ends with a service that is ready, or one that still starts at the time given. */
async function strikeService(service: Service, { act, awayMs, againMs }: Blow, nextAt: number): Promise<void> {
  if (act === 'freeze') {
    const at = Date.now();
    service.pause();
    await sleep(awayMs);
    service.resume();
    frozen.set(service, { at, until: Date.now() });
    return;
  }
  await kill(service);
  await sleep(awayMs);
  for (const afterMs of againMs) {
    service.launch();
    await sleep(afterMs);
    await kill(service);
  }
  service.launch();
  await startSurely(service, Math.max(nextAt, Date.now() + startingMs));
}

/** Waits until the service is ready, and starts it again when it did not live through its start. */
async function startSurely(service: Service, until: number): Promise<void> {
  while (Date.now() < until) {
    if (service.crash !== undefined) {
      failedStarts++;
      await sleep(afterFailedStartMs);
      service.launch();
    }
    const reply = await fetch(`${service.url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    await reply?.body?.cancel();
    if (reply?.status === 200) {
      await sleep(servingMs);
      return;
    }
    await sleep(50);
  }
}

async function kill(service: Service): Promise<void> {
  if (service.crash !== undefined) failedStarts++;
  // What a relay did not note before it was frozen it may not have had the time to note since.
  const [at, last] = [Date.now(), frozen.get(service)];
  kills.push({ url: service.url, at, frozenAt: last && last.until > at - 1_000 ? last.at : undefined });
  await service.kill();
}

async function strikeStore(name: 'redis' | 'nats' | 'postgres', { act, awayMs }: Blow): Promise<void> {
  const store = plant[name];
  if (act === 'empty') {
    await surely(() => redisCommand(store.url, 'FLUSHALL'));
  } else if (act === 'freeze') {
    await store.pause();
    await sleep(awayMs);
    await store.resume();
  } else {
    storeKills++;
    await store.kill();
    await sleep(awayMs);
    await store.restart();
  }
}

/** What a store is asked for while it may be away. */
async function surely<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch {
      await sleep(100);
    }
  }
}
