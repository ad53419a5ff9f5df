import assert from 'node:assert/strict';
import { test } from 'node:test';
import { turns } from './turns.ts';

test('no two wait for each other by one number', () => {
  const numbers = Object.values(turns);
  assert.equal(new Set(numbers).size, numbers.length);
});
