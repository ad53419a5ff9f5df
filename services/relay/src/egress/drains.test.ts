import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Drains } from './drains.ts';

test('a hundred answers are read for nobody at once, and one more when one of them has ended', () => {
  const drains = new Drains();
  const begun = Array.from({ length: 101 }, () => drains.begin());
  assert.deepEqual([begun.filter(Boolean).length, begun.at(-1)], [100, false]);
  drains.end();
  assert.deepEqual([drains.begin(), drains.begin()], [true, false]);
});
