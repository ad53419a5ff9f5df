import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { mostConnected, mostRunning, openFilesLimit } from './open-files.ts';

test('no more requests may run than there are files for their two connections', () => {
  assert.equal(mostRunning(10_000, 1_048_576), 10_000);
  assert.equal(mostRunning(10_000, 20_000), 9_500);
  assert.equal(mostRunning(10_000, 1_024), 384);
  assert.equal(mostRunning(10_000, 2), 1);
  assert.equal(mostRunning(10_000, undefined), 10_000);
});

test('clients leave room for the upstreams of what runs, and for everything else that is a file', () => {
  assert.equal(mostConnected(10_000, 1_048_576), 1_037_576);
  assert.equal(mostConnected(9_500, 20_000), 9_500);
  assert.equal(mostConnected(384, 1_024), 384);
  assert.equal(mostConnected(1, 2), 1);
  assert.equal(mostConnected(10_000, undefined), Number.POSITIVE_INFINITY);
});

test('the limit is that of this process', () => {
  const program = `import(${JSON.stringify(fileURLToPath(new URL('open-files.ts', import.meta.url)))}).then((m) => console.log(m.openFilesLimit()))`;
  const { stdout } = spawnSync('sh', ['-c', 'ulimit -n 777 && exec "$0" -e "$1"', process.execPath, program], {
    encoding: 'utf8',
  });
  assert.equal(stdout.trim(), '777');
  assert.ok((openFilesLimit() ?? 0) > 0);
});
