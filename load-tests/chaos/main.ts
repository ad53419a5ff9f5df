import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeTableIn } from '../table-in.ts';
import type { Row } from './report.ts';

/*
 * npm run chaos [-- --write] [-- <name> ...]: runs the faults, or those whose files begin so, one after the other and prints their
 * table; --write also puts the table of all into the README beside this file. at-random also takes --minutes and --seed.
 */
const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean', default: false }, minutes: { type: 'string' }, seed: { type: 'string' } },
  allowPositionals: true,
});
if (values.write && positionals.length > 0) throw new Error('--write wants all faults: name none.');
const here = fileURLToPath(new URL('.', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'switchyard-chaos-'));
const file = join(folder, 'rows');
writeFileSync(file, '');
const tests = globSync('*.{test,fault}.ts', { cwd: here })
  .filter((name) => positionals.length === 0 || positionals.some((beginning) => name.startsWith(beginning)))
  .sort()
  .map((name) => join(here, name));
if (tests.length === 0) throw new Error(`No fault is called ${positionals.join(' or ')}.`);
const { status } = spawnSync(process.execPath, ['--test', '--test-concurrency=1', ...tests], {
  stdio: 'inherit',
  env: {
    ...process.env,
    FAULT_REPORT: file,
    ...(values.minutes === undefined ? {} : { FAULT_MINUTES: values.minutes }),
    ...(values.seed === undefined ? {} : { FAULT_SEED: values.seed }),
  },
});
const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
rmSync(folder, { recursive: true });

const table = tableOf(lines.map((line) => JSON.parse(line) as Row));
console.log(`\n${table}`);
if (values.write && status === 0) {
  const origin = `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, Node ${process.version}.`;
  writeTableIn(new URL('README.md', import.meta.url), `${table}\n\n${origin}`);
}
process.exitCode = status ?? 1;

function tableOf(rows: readonly Row[]): string {
  const head = [
    'fault',
    'requests',
    'complete',
    'broken off',
    '503',
    'lost',
    'double',
    'overspend',
    'recovery',
    'seen',
  ];
  const cells = rows.map((row) => [
    row.fault,
    row.requests,
    row.completed,
    row.interrupted,
    row.unavailable,
    row.lost,
    row.double,
    row.overspend,
    `${row.recoverySeconds.toFixed(1)} s`,
    row.remark ?? '',
  ]);
  const isText = (column: number) => column === 0 || column === head.length - 1;
  const all = [head, ...cells].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const [titles = '', ...lines] = all.map((row) => {
    const padded = row.map((cell, column) => {
      const width = widths[column] ?? 0;
      return isText(column) ? cell.padEnd(width) : cell.padStart(width);
    });
    return `| ${padded.join(' | ')} |`;
  });
  const rule = widths.map((width, column) => (isText(column) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [titles, `| ${rule.join(' | ')} |`, ...lines].join('\n');
}
