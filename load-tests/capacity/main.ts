import { writeTableIn } from '../table-in.ts';
import { readFigures } from './figures.ts';
import { type Load, needsOf } from './needs.ts';

/* npm run capacity -w load-tests: computes the tables of deploy/capacity.md from figures.json. */
const page = new URL('../../deploy/capacity.md', import.meta.url);
const rates = [1_000, 10_000, 100_000];
const mixes: Record<string, Omit<Load, 'requestsPerSecond'>> = {
  'whole answers after 1 s': { chunksPerAnswer: 0, secondsPerAnswer: 1 },
  'streams of 200 chunks in 10 s': { chunksPerAnswer: 200, secondsPerAnswer: 10 },
};
const rows: Record<keyof ReturnType<typeof needsOf>, string> = {
  relayCores: 'relay, cores',
  openAnswers: 'answers under way',
  relayGigabytes: 'relay, GB for them',
  redisCores: 'Redis, cores',
  natsCores: 'NATS, cores',
  natsMegabytesPerSecond: 'NATS, MB/s on three disks',
  billingCores: 'billing, cores',
  postgresCores: 'Postgres, cores',
  walMegabytesPerSecond: 'Postgres, MB/s of WAL',
  gigabytesPerDay: 'Postgres, GB a day',
};

const figures = readFigures();
const tables = Object.entries(mixes).map(([title, mix]) => {
  const needs = rates.map((requestsPerSecond) => needsOf({ ...mix, requestsPerSecond }, figures));
  const lines = Object.entries(rows).map(([need, name]) =>
    line([name, ...needs.map((of) => rounded(of[need as keyof typeof of]))]),
  );
  const head = [
    line([title, ...rates.map((rate) => `${rate.toLocaleString('en')}/s`)]),
    line(['---', ...rates.map(() => '--:')]),
  ];
  return [...head, ...lines].join('\n');
});
writeTableIn(page, tables.join('\n\n'));

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Two digits that count: more would be a claim. */
function rounded(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString('en', { maximumSignificantDigits: 2 });
}
