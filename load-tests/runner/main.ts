import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { overload } from '../overload/main.ts';
import { findK6 } from './find-k6.ts';
import { localStage } from './local-stage.ts';
import { remoteStage } from './remote-stage.ts';
import type { Watched } from './watch.ts';

/*
 * npm run load -- steady [--duration 60s] [--rate 100] [--address https://...]: plays a scenario with k6, writes a report with
 * plots to results/, and does the sums afterwards. Its exit code is not 0 when a threshold was missed or money is.
 * npm run load -- overload [--duration 15] [--rate 100]: looks for the most that one relay answers, and offers more (../overload).
 */
const folder = fileURLToPath(new URL('../scenarios', import.meta.url));
const results = fileURLToPath(new URL('../results', import.meta.url));
const names = globSync('*.ts', { cwd: folder })
  .map((file) => basename(file, '.ts'))
  .sort();

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { duration: { type: 'string' }, rate: { type: 'string' }, address: { type: 'string' } },
});
const [scenario = ''] = positionals;
if (scenario === 'overload') {
  const isFine = await overload(Number(values.rate ?? 100), Number.parseInt(values.duration ?? '15', 10));
  process.exit(isFine ? 0 : 1);
}
if (!names.includes(scenario)) throw new Error(`Name a scenario: ${names.join(', ')}, overload.`);

const k6 = findK6();
const stage = values.address ? await remoteStage(values.address.replace(/\/$/, '')) : await localStage(scenario);
try {
  const costs = stage.watchCost();
  const watched = stage.watch?.();
  process.exitCode = await play(k6, stage.env);
  if (watched) judge(await watched());
  console.log('\nmoney');
  for (const line of await stage.checkMoney()) console.log(`  ${line}`);
  for (const line of costs()) console.log(`  ${line}`);
} finally {
  await stage.stop();
}

/** Prints what a long run showed; it fails when something grew. */
function judge({ lines, problems, series }: Watched): void {
  console.log('\nover time');
  for (const line of lines) console.log(`  ${line}`);
  console.log(problems.length === 0 ? '  holds: nothing grows beyond noise' : `  FAILS: ${problems.join('; ')}`);
  writeFileSync(join(results, `${scenario}.json`), JSON.stringify({ at: new Date().toISOString(), series }));
  if (problems.length > 0) process.exitCode = 1;
}

async function play(program: string, env: Readonly<Record<string, string>>): Promise<number> {
  mkdirSync(results, { recursive: true });
  const report = join(results, `${scenario}.html`);
  const child = spawn(program, ['run', '--quiet', join(folder, `${scenario}.ts`)], {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...env,
      ...(values.duration ? { LOAD_DURATION: values.duration } : {}),
      ...(values.rate ? { LOAD_RATE: values.rate } : {}),
      K6_NO_USAGE_REPORT: 'true',
      K6_WEB_DASHBOARD: 'true',
      // Nobody watches: no page is served, only the report is written.
      K6_WEB_DASHBOARD_PORT: '-1',
      K6_WEB_DASHBOARD_PERIOD: '1s',
      K6_WEB_DASHBOARD_EXPORT: report,
    },
  });
  const [code] = await once(child, 'exit');
  console.log(`report: ${report}`);
  return code ?? 1;
}
