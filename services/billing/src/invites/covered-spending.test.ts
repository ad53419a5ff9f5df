import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coveredSpending, rebateOf } from './covered-spending.ts';

for (const [name, spending, covered] of [
  ['gifts are spent first', { paid: 100, given: 50, used: 50 }, 0],
  ['then what was bought', { paid: 100, given: 50, used: 80 }, 30],
  ['and never more than that', { paid: 100, given: 50, used: 400 }, 100],
  ['without payment nothing counts', { paid: 0, given: 500, used: 400 }, 0],
  ['what an administrator took away makes nothing bought', { paid: 100, given: -30, used: 20 }, 20],
  ['a payment that was taken back counts no more', { paid: -5, given: 0, used: 20 }, 0],
] as const) {
  test(name, () => assert.equal(coveredSpending(spending), covered));
}

for (const [quota, percent, rebate] of [
  [1_000, 5, 50],
  [1_999, 0.1, 1],
  [999, 0.1, 0],
  [1_000_000_000_000_000, 12.345678, 123_456_780_000_000],
  [9_007_199_254_740_991, 0.000001, 90_071_992],
] as const) {
  test(`${percent} % of ${quota} is ${rebate}, rounded down`, () => assert.equal(rebateOf(quota, percent), rebate));
}
