import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grows, type Reading, trendOf } from './trend.ts';

/** Sixty readings in five minutes; noise that repeats and has no direction. */
const readings = (value: (index: number) => number): Reading[] =>
  Array.from({ length: 60 }, (_, index) => [index * 5, value(index) + ((index * 7919) % 13) - 6]);

test('a value that only scatters does not grow, wherever it lies', () => {
  assert.equal(grows(trendOf(readings(() => 300)), 1), false);
});

test('one that rises by more than it scatters grows', () => {
  const trend = trendOf(readings((index) => 300 + index));
  assert.equal(grows(trend, 1), true);
  assert.ok(trend.growth > 24 && trend.growth < 34, `${trend.growth}`);
  assert.equal(grows(trend, 100), false, 'but not by more than nobody minds');
});

test('what rises at the start and a few outliers are no growth', () => {
  assert.equal(grows(trendOf(readings((index) => Math.min(index, 25) * 10)), 1), false);
  assert.equal(grows(trendOf(readings((index) => (index % 20 === 19 ? 900 : 300))), 1), false);
});
