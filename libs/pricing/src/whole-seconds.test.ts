import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wholeSeconds } from './whole-seconds.ts';

const durations: [number, number][] = [
  [0, 0],
  [0.001, 1],
  [1, 1],
  [8.2, 9],
  [59.999, 60],
  [22.000000000000004, 22], // 20 parts of 1.1 s, added as floats
  [0.1 + 0.2, 1],
];
for (const [seconds, whole] of durations) {
  test(`${seconds} seconds are charged as ${whole}`, () => assert.equal(wholeSeconds(seconds), whole));
}
