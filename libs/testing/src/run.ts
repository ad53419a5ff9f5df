import { globSync } from 'node:fs';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type SharedServer, sharedServer, sharedServers } from './servers/shared.ts';

/*
 * npm test [-- <path or pattern> ...] [-- --test-name-pattern=...]
 * Starts the servers once, runs the test files in processes of their own, stops the servers.
 */
// The longest files first: what a core would do alone at the end, it does beside the rest. The pages keep the cores busy while
// the load tests mostly wait.
const everything = ['web/e2e/pages-*.test.ts', 'load-tests', 'web/e2e', 'deploy', 'services', 'libs', 'web'];

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'test-name-pattern': { type: 'string', multiple: true, default: [] } },
});
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

// The same modules are read by hundreds of processes, and by the services that they start.
process.env.NODE_COMPILE_CACHE ||= fileURLToPath(
  new URL('../../../node_modules/.cache/switchyard/compiled', import.meta.url),
);

console.log(`${files.length} test files`);
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.prependListener(signal, () => stopping.abort());
// Through the API: the command line would sort the files.
const tests = run({
  files,
  // One more than the cores of a small machine: nearly half of the time a file waits for servers and clocks. No more on a
  // larger one, where many would want more connections than the shared Postgres has. Four took no less time on two cores.
  concurrency: 3,
  timeout: timeoutMs,
  testNamePatterns: values['test-name-pattern'],
  signal: stopping.signal,
});
let failed = false;
tests.on('test:fail', ({ todo }) => {
  if (todo === undefined || todo === false) failed = true;
});
const report = tests.compose(new spec());
report.pipe(process.stdout);
report.once('end', () => process.exit(failed ? 1 : 0));

/** A path names a file or all tests below a folder; anything else is a glob. */
function testFiles(places: readonly string[]): string[] {
  const found = places.flatMap((place) =>
    globSync([place, `${place}/**/*.test.ts`], { exclude: ['**/node_modules'] })
      .filter((path) => path.endsWith('.test.ts'))
      .sort(),
  );
  return [...new Set(found)];
}
