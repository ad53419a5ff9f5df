import assert from 'node:assert/strict';
import { test } from 'node:test';
import { speedOf } from './response-speed.ts';

test('1, 3 and 5 seconds still belong to the faster colour', () => {
  const times = [1, 1000, 1001, 3000, 3001, 5000, 5001];
  assert.deepEqual(times.map(speedOf), ['green', 'green', 'blue', 'blue', 'orange', 'orange', 'red']);
});
