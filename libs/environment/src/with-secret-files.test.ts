import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { withSecretFiles } from './with-secret-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'switchyard-environment-'));
after(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

for (const name of ['SWITCHYARD_SECRET', 'DATABASE_URL', 'REDIS_URL', 'NATS_URL', 'METRICS_TOKEN']) {
  test(`${name} may be given as a file, whose last line may end`, () => {
    const environment = { [`${name}_FILE`]: file(name, 'canary\n'), HOST: 'kept' };
    assert.deepEqual(withSecretFiles(environment), { [name]: 'canary', HOST: 'kept' });
  });
}

test('a blank path is none, and without paths everything stays as it is', () => {
  assert.deepEqual(withSecretFiles({ DATABASE_URL: 'given', DATABASE_URL_FILE: '' }), { DATABASE_URL: 'given' });
});

test('a secret that is given twice, an empty file and one that is not there are refused without a word of the secret', () => {
  const path = file('both', 'canary');
  const refused: [Record<string, string>, RegExp][] = [
    [{ REDIS_URL: 'canary', REDIS_URL_FILE: path }, /^Set REDIS_URL or REDIS_URL_FILE, not both\.$/],
    [{ NATS_URL_FILE: file('empty', '\n') }, /^NATS_URL_FILE: .*empty is empty\./],
    [{ DATABASE_URL_FILE: join(folder, 'missing') }, /^DATABASE_URL_FILE: .*missing cannot be read \(ENOENT\)\./],
  ];
  for (const [environment, message] of refused) {
    assert.throws(
      () => withSecretFiles(environment),
      (error: Error) => message.test(error.message) && !error.message.includes('canary'),
    );
  }
});
