import { readdirSync } from 'node:fs';
import { sql } from 'kysely';
import { residentBytes } from '../bench/proc.ts';
import { readFigure } from '../chaos/figures.ts';
import type { Customer, Plant } from '../plant/plant.ts';
import { grows, type Reading, type Trend, trendOf } from './trend.ts';

const everyMs = 5_000;
const mebibyte = 2 ** 20;

/** What may rise by chance in the second half of any run, and nobody minds; the README says the same. */
const negligible = { 'memory MiB': 24, descriptors: 8, 'loop lag ms': 20, 'spool MiB': 4 } as const;
type Figure = keyof typeof negligible;

/** What a long run showed, and whether anything grew. */
export interface Watched {
  readonly lines: readonly string[];
  readonly problems: readonly string[];
  readonly series: Readonly<Record<string, readonly Reading[]>>;
}

/** Reads memory, descriptors, lag, spool and books of a running plant every five seconds, until the answer is called. */
export function watch(plant: Plant, customers: readonly Customer[]): () => Promise<Watched> {
  const began = Date.now();
  const series: Record<string, Reading[]> = {};
  const drifts: number[] = [];
  const failures: string[] = [];
  const note = (service: string, figure: Figure, value: number) => {
    const name = `${service}: ${figure}`;
    series[name] ??= [];
    series[name].push([(Date.now() - began) / 1_000, value]);
  };
  const begun = customers.reduce((sum, { balance }) => sum + balance, 0);
  const read = async () => {
    const services = [...plant.relays, plant.billing];
    for (const [index, service] of services.entries()) {
      const name = service === plant.billing ? 'billing' : `relay ${index + 1}`;
      note(name, 'memory MiB', residentBytes(service.pid) / mebibyte);
      note(name, 'descriptors', readdirSync(`/proc/${service.pid}/fd`).length);
      note(name, 'loop lag ms', (await readFigure(service, 'nodejs_eventloop_lag_p99_seconds')) * 1_000);
      if (service !== plant.billing) {
        note(name, 'spool MiB', (await readFigure(service, 'switchyard_relay_spool_bytes')) / mebibyte);
      }
    }
    drifts.push(await driftOf(plant, begun));
  };
  let reading: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    reading = reading.then(read).catch((error) => void failures.push(String(error)));
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await reading;
    return concludeFrom(series, drifts, failures);
  };
}

/** What readings show: series of figures by `service: figure`, the drift of the books in quota, and why others failed. */
export function concludeFrom(
  series: Readonly<Record<string, readonly Reading[]>>,
  drifts: readonly number[],
  failures: readonly string[],
): Watched {
  const trends = Object.entries(series).map(([name, readings]) => ({ name, trend: trendOf(readings) }));
  const growing = trends.filter(({ name, trend }) => grows(trend, negligible[name.split(': ')[1] as Figure]));
  const drift = Math.max(0, ...drifts.map(Math.abs));
  return {
    series,
    lines: [
      ...trends.map(({ name, trend }) => say(name, trend)),
      `money: ${drift} quota of drift in ${drifts.length} readings`,
    ],
    problems: [
      ...growing.map(({ name }) => `${name} grows`),
      ...(drift === 0 ? [] : [`books drifted by ${drift}`]),
      ...(drifts.length >= 8 ? [] : ['too few readings: take a longer run']),
      ...(failures.length === 0 ? [] : [`${failures.length} readings failed, the first with ${failures[0]}`]),
    ],
  };
}

/** By how much balances and charges together differ from what the customers began with; read at one moment. */
async function driftOf({ db }: Plant, begun: number): Promise<number> {
  const { rows } = await sql<{ drift: string }>`
    SELECT (SELECT coalesce(sum(balance), 0) FROM accounts)
         - (SELECT coalesce(sum(amount), 0) FROM journal WHERE kind = 'consume') - ${begun}::bigint AS drift
  `.execute(db);
  return Number(rows[0]?.drift);
}

function say(name: string, { level, growth, noise }: Trend): string {
  const figures = `${level.toFixed(1).padStart(8)}, second half ${growth >= 0 ? '+' : ''}${growth.toFixed(1)}`;
  return `${name.padEnd(24)}${figures}, noise ${noise.toFixed(1)}`;
}
