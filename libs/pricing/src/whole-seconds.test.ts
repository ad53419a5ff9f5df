import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wholeSeconds } from './whole-seconds.ts';

const durations: [number, number][] = [
  [0, 0],
  [0.001, 1],
  [1, 1],
  [8.2, 9],
  [59.999, 60],
  [1.1 + 2.2 + 0.7, 4], // 4.000000000000001 as a float
  [0.1 + 0.2, 1],
];
for (const [seconds, whole] of durations) {
  test(`${seconds} seconds are charged as ${whole}`, () => assert.equal(wholeSeconds(seconds), whole));
}
