import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { serving } from '../gateways/serving.ts';
import { residentBytes } from '../proc.ts';
import { median, type Pace, type Round } from '../rounds.ts';
import { openStage } from '../stage.ts';
import { measureAudit } from './audit.ts';
import { measureChanges } from './changes.ts';
import { type Cost, loadAndCharge } from './load.ts';
import { type Comparison, growthTable } from './report.ts';
import { MODEL, type Sized, startSized } from './sized.ts';
import { largeSizes, type Size, SMALL } from './sizes.ts';

/*
 * npm run growth [-- --only keys,channels] [--part 0.1] [--quick] [--profile]: what a request costs on a large installation against one on a
 * small installation that is asked at the same time. See load-tests/bench/README.md.
 */
/** Until each of thousands of channels was asked for the first time, and the code is compiled. */
const FULL: Pace = { rounds: 3, warmUpSeconds: 20, seconds: 5 };
const QUICK: Pace = { rounds: 2, warmUpSeconds: 2, seconds: 2 };
/** Two processes of the same program may differ for as long as they run. */
const PAIRS = 8;
const STRANGERS_ROUNDS = 3;
const STARTS = 3;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    part: { type: 'string', default: '1' },
    quick: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
  },
});
const pace = values.quick ? QUICK : FULL;
const pairs = values.quick ? 1 : PAIRS;
const sizes = largeSizes(Number(values.part));
const chosen = Object.entries(sizes).filter(([name]) => values.only?.split(',').includes(name) ?? true);
if (chosen.length === 0) throw new Error(`--only takes ${Object.keys(sizes).join(', ')}, also several with commas.`);
const stage = await openStage();
const { folder, startedAt, machine, loadBefore, upstream } = stage;
const profile = values.profile ? folder : undefined;
const comparisons: Comparison[] = [];
try {
  for (const [name, size] of chosen) comparisons.push(await compare(name, size));
} finally {
  await stage.stop();
}
const file = `${folder}growth-${startedAt.replaceAll(':', '-')}.json`;
writeFileSync(file, `${JSON.stringify({ startedAt, pace, machine, loadBefore, comparisons }, null, 1)}\n`);
console.log(`\n${growthTable(comparisons)}\n\nRaw figures: ${file}`);

async function compare(grown: string, large: Size): Promise<Comparison> {
  console.log(`Growth: ${grown}`);
  const started: Sized[] = [];
  try {
    for (const [name, size] of Object.entries({ small: SMALL, large }))
      started.push(await startSized(name, size, upstream, profile));
    return { grown, ...(await measure(started)) };
  } catch (error) {
    for (const { gateway } of started) console.error(`Log of ${gateway.name}:\n${gateway.complaints?.()}`);
    throw error;
  } finally {
    for (const { gateway } of started) await gateway.stop();
  }
}

async function measure(started: readonly Sized[]): Promise<Omit<Comparison, 'grown'>> {
  const known: Round[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    if (pair > 0) for (const sized of started) await startAnew(sized);
    known.push(...(await run(started, pace, ({ files }) => files.active)));
  }
  const residentMegabytes = started.map(({ gateway }) => residentBytes(gateway.pid) / 2 ** 20);
  const strangers = started.some(({ files }) => files.many)
    ? await run(started, { ...pace, rounds: STRANGERS_ROUNDS }, ({ files }) => files.many ?? files.active)
    : undefined;
  const figures: [string, number[]][] = [['resident after the load, MiB', residentMegabytes]];
  for (const measureOne of [measureChanges, measureAudit, measureStarts]) {
    const columns: Record<string, number>[] = [];
    for (const sized of started) columns.push(await measureOne(sized));
    for (const name of Object.keys(columns[0] ?? {})) figures.push([name, columns.map((column) => column[name] ?? 0)]);
  }
  return { known, strangers, figures };
}

/** `keysOf`: whose keys are sent to an installation. */
async function run(
  started: readonly Sized[],
  { rounds: count, warmUpSeconds, seconds }: Pace,
  keysOf: (sized: Sized) => string,
): Promise<Round[]> {
  const loads = started.map((sized) => ({ gateway: sized.gateway, sized, keysFile: keysOf(sized) }));
  await loadAndCharge(loads, warmUpSeconds);
  const rounds: Round[] = [];
  while (rounds.length < count) {
    const costs = await loadAndCharge(loads, seconds);
    const round = Object.fromEntries(loads.map(({ gateway }, index) => [gateway.name, costs[index] as Cost]));
    rounds.push(round);
    const told = Object.entries(round).map(([name, { value }]) => `${name} ${value.toFixed(1)}`);
    console.log(`  ${told.join('  ')}`);
  }
  for (const { gateway } of loads) await gateway.verify?.();
  return rounds;
}

async function startAnew({ installation, gateway: { port, key } }: Sized): Promise<void> {
  await installation.restartRelay();
  await serving(port, key, MODEL);
}

async function measureStarts({ installation }: Sized): Promise<Record<string, number>> {
  const startsMs: number[] = [];
  for (let start = 0; start < STARTS; start++) startsMs.push(await installation.restartRelay());
  return { 'start until ready, ms': median(startsMs) };
}
