import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { writeTableIn } from '../table-in.ts';
import { classes } from './classes/index.ts';
import { aliveIn, type ClassResult, isLong, runClass } from './judge.ts';
import { lineOfMiss, lineOfStall, tableOf } from './report.ts';
import { startStage } from './stage.ts';

/*
 * npm run abuse [-- --quick] [--only <part of a class's name>] [--row <part of a row>] [--write]: sends what nobody should
 * send and prints what came of it; --write also puts the table into the README beside this file.
 */
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    row: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
  },
});
/** How often the quick classes are repeated before memory is looked at again. */
const repetitions = 3;
const mostGrowthBytes = 16 * 1_048_576;

const chosen = classes.filter(({ name, isQuick }) => name.includes(values.only) && (isQuick || !values.quick));
const stage = await startStage();
const problems: string[] = [];
try {
  const results: ClassResult[] = [];
  for (const one of chosen) {
    const began = performance.now();
    const result = await runClass(stage, one, ({ row }) => row.includes(values.row));
    results.push(result);
    const count = [...result.counts.values()].reduce((sum, cases) => sum + cases, 0);
    console.log(`${one.name}: ${count} cases in ${((performance.now() - began) / 1000).toFixed(0)} s`);
    console.log(`  ${lineOfStall(result.stall)}`);
    for (const miss of result.misses) console.log(`  ${lineOfMiss(miss)}`);
    problems.push(...result.misses.map(lineOfMiss));
    if (isLong(result.stall)) problems.push(`${one.name}: ${lineOfStall(result.stall)}`);
  }
  if (values.row === '') problems.push(...(await growth()));
  const table = tableOf(results);
  console.log(`\n${table}\n`);
  if (values.write) write(table);
} finally {
  await stage.stop();
}
for (const problem of problems) console.log(problem);
console.log(problems.length === 0 ? 'Everything was answered as it must be.' : `${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** What stays in memory of requests that were refused. */
async function growth(): Promise<string[]> {
  const before = await aliveIn(stage);
  for (let turn = 0; turn < repetitions; turn++) for (const one of chosen) if (one.isQuick) await runClass(stage, one);
  const after = await aliveIn(stage);
  return [...before].flatMap(([service, bytes]) => {
    const grown = (after.get(service) ?? 0) - bytes;
    const said = `${service}: ${megabytes(bytes)} alive before and ${megabytes(bytes + grown)} after ${repetitions} repetitions`;
    console.log(said);
    return grown > mostGrowthBytes ? [said] : [];
  });
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(2)} MiB`;
}

function write(table: string): void {
  const origin = `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, Node ${process.version}.`;
  writeTableIn(new URL('README.md', import.meta.url), `${table}\n\n${origin}`);
}
