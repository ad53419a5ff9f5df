import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type SharedServer, sharedServer, sharedServers } from './servers/shared.ts';

/*
 * npm test [-- <path or pattern> ...] [-- --test-name-pattern=...]
 * Starts the servers once, runs the test files in processes of their own, stops the servers.
 */
// The longest files first: what a core would do alone at the end, it does beside the rest.
const everything = ['web/e2e', 'load-tests', 'deploy', 'services', 'libs', 'web'];

const { positionals, tokens } = parseArgs({ allowPositionals: true, strict: false, tokens: true });
const forNode = tokens
  .filter((token) => token.kind === 'option')
  .map(({ rawName, value }) => (value === undefined ? rawName : `${rawName}=${value}`));
// Longer than any file takes; what hangs longer fails instead of stopping the run.
const timeoutMs = 600_000;
const files = testFiles(positionals.length ? positionals : everything);
if (files.length === 0) {
  console.error(`No test file matches ${positionals.join(' ')}.`);
  process.exit(1);
}

for (const variable of Object.keys(sharedServers) as SharedServer[]) {
  const began = performance.now();
  process.stdout.write(`${variable.slice('TEST_'.length, -'_URL'.length).toLowerCase()} ... `);
  process.env[variable] = await sharedServer(variable);
  console.log(`${process.env[variable]} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
}

console.log(`${files.length} test files`);
const runner = spawn(
  process.execPath,
  ['--test', '--test-concurrency=2', `--test-timeout=${timeoutMs}`, ...forNode, ...files],
  { stdio: 'inherit' },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.prependListener(signal, () => runner.kill(signal));
runner.once('exit', (code) => process.exit(code ?? 1));

/** A path names a file or all tests below a folder; anything else is a glob. */
function testFiles(places: readonly string[]): string[] {
  const found = places.flatMap((place) =>
    globSync([place, `${place}/**/*.test.ts`], { exclude: ['**/node_modules'] })
      .filter((path) => path.endsWith('.test.ts'))
      .sort(),
  );
  return [...new Set(found)];
}
