import assert from 'node:assert/strict';
import { test } from 'node:test';
import { marginShareOf, pointsBetween, relativeChange, successOf } from './compare.ts';

test('a change is told only where there was something before', () => {
  assert.equal(relativeChange(12, 10)?.toFixed(3), '0.200');
  assert.equal(relativeChange(0, 10), -1);
  assert.deepEqual(
    [relativeChange(5, 0), relativeChange(null, 10), relativeChange(5, null)],
    [undefined, undefined, undefined],
  );
});

test('shares of nothing are not known', () => {
  assert.deepEqual([successOf({ count: 0, failed: 0 }), marginShareOf({ quota: 0, cost: 5 })], [undefined, undefined]);
  assert.equal(successOf({ count: 8, failed: 2 }), 0.75);
  assert.equal(pointsBetween(0.75, 0.5), 25);
  assert.equal(pointsBetween(undefined, 0.5), undefined);
});

test('a margin is negative where more was paid than charged', () => {
  assert.equal(marginShareOf({ quota: 100, cost: 130 }), -0.3);
});
