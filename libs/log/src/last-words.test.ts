import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const canary = 'canary-secret-of-the-process';
const program = (end: string) => `
  import { createLogger, guardLastWords } from ${JSON.stringify(import.meta.resolve('./index.ts'))};
  guardLastWords(createLogger({ service: 'test', level: 'info' }));
  const error = Object.assign(new Error('it broke'), { code: 'EBROKE', connection: { password: '${canary}' } });
  ${end}
`;

function run(end: string, options: string[] = []) {
  const env = { PATH: process.env.PATH, SWITCHYARD_SECRET: canary };
  const args = [...options, '--input-type=module', '--eval', program(end)];
  return spawnSync(process.execPath, args, { env, encoding: 'utf8' });
}

for (const [what, end] of Object.entries({
  'an error that is thrown': 'setTimeout(() => { throw error; });',
  'a rejection': 'Promise.reject(error); setInterval(() => {}, 1000);',
})) {
  test(`${what} and that nobody catches is one line of the log without secrets, and ends the process`, () => {
    const { status, stdout, stderr } = run(end);
    assert.equal(status, 1);
    assert.doesNotMatch(stdout + stderr, new RegExp(canary));
    const line = JSON.parse(stdout);
    assert.deepEqual([line.level, line.err.message, line.err.code], ['fatal', 'it broke', 'EBROKE']);
  });
}

test('a diagnostic report has no environment', () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-report-'));
  try {
    run('process.report.writeReport();', [`--report-directory=${folder}`]);
    const [name = assert.fail('no report')] = readdirSync(folder);
    const report = readFileSync(join(folder, name), 'utf8');
    assert.ok(JSON.parse(report).header.nodejsVersion);
    assert.doesNotMatch(report, /SWITCHYARD_SECRET/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
