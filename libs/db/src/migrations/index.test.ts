import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { migrations } from './index.ts';

test('every migration is in the list, in the order of numbers of which each is given once', () => {
  const names = Object.keys(migrations);
  const files = globSync('[0-9]*.ts', { cwd: import.meta.dirname }).map((file) => file.replace(/\.ts$/, ''));
  assert.deepEqual(names, files.toSorted());
  const numbers = names.map((name) => /^\d{4}(?=-)/.exec(name)?.[0]);
  assert.ok(numbers.every(Boolean), String(numbers));
  assert.equal(new Set(numbers).size, names.length);
});
