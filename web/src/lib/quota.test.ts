import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  amountFromQuota,
  currencyFromQuota,
  formatCost,
  formatQuota,
  quotaFromAmount,
  quotaFromCurrency,
} from './quota.ts';

const dollars = { quotaPerUnit: 500_000, inCurrency: true };
const counts = { quotaPerUnit: 500_000, inCurrency: false };

test('shows currency with two decimals and a dollar sign', () => {
  for (const [quota, text] of [
    [0, '$0.00'],
    [500_000, '$1.00'],
    [617_500, '$1.24'],
    [-250_000, '-$0.50'],
    [617_283_945_000, '$1,234,567.89'],
    [1e15, '$2,000,000,000.00'],
  ] as const) {
    assert.equal(formatQuota(quota, dollars), text);
  }
});

test('shows counts compactly above ten thousand, a million and a billion', () => {
  for (const [quota, text] of [
    [9_999, '9999'],
    [10_000, '10000'],
    [10_001, '10.0k'],
    [1_000_000, '1000.0k'],
    [1_500_000, '1.5M'],
    [2_340_000_000, '2.3B'],
    [-20_000, '-20.0k'],
  ] as const) {
    assert.equal(formatQuota(quota, counts), text);
  }
});

test('shows the cost of a request with six decimals', () => {
  assert.equal(formatCost(1, 500_000), '$0.000002');
  assert.equal(formatCost(123_457, 500_000), '$0.246914');
});

test('turns typed currency into whole quota and back without loss', () => {
  assert.equal(quotaFromCurrency('12.345678', 500_000), 6_172_839);
  assert.equal(currencyFromQuota(6_172_839, 500_000), '12.345678');
  assert.equal(quotaFromCurrency('abc', 500_000), undefined);
  assert.equal(quotaFromCurrency(1e-6, 500_000), 1);
});

test('a typed amount is dollars or quota, as the site shows amounts', () => {
  for (const [display, text, quota] of [
    [dollars, '2.5', 1_250_000],
    [counts, '2500', 2_500],
    [counts, '0', 0],
  ] as const) {
    assert.equal(quotaFromAmount(text, display), quota);
    assert.equal(amountFromQuota(quota, display), text);
  }
  assert.equal(quotaFromAmount('', dollars), undefined);
});
