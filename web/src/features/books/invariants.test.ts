import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { invariants } from './invariants.ts';

const audit = join(import.meta.dirname, '../../../../services/billing/src/audit');

test('there is a sentence for each invariant that billing examines, and for no other', () => {
  const names = globSync('*.ts', { cwd: audit }).flatMap(
    (file) =>
      /^export const \w+: Invariant = \{\n {2}name: '([a-z-]+)'/m.exec(readFileSync(join(audit, file), 'utf8'))?.[1] ??
      [],
  );
  assert.deepEqual(Object.keys(invariants).sort(), names.sort());
});
