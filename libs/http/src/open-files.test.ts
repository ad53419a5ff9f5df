import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { filesForConnections } from './open-files.ts';

test('stores, spool and log have files that connections never take', () => {
  assert.equal(filesForConnections(1_048_576), 1_047_576);
  assert.equal(filesForConnections(1_024), 768);
  assert.equal(filesForConnections(4), 3);
});

test('the limit is that of this process', () => {
  const program = `import(${JSON.stringify(fileURLToPath(new URL('open-files.ts', import.meta.url)))}).then((m) => console.log(m.filesForConnections()))`;
  const { stdout } = spawnSync('sh', ['-c', 'ulimit -n 800 && exec "$0" -e "$1"', process.execPath, program], {
    encoding: 'utf8',
  });
  assert.equal(stdout.trim(), '600');
  assert.ok(filesForConnections() > 0);
});
