import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spendText, spendUnit } from './spend.ts';

const dollars = { quotaPerUnit: 500_000, inCurrency: true };

test('amounts below a cent keep the decimals that tell something', () => {
  assert.deepEqual(
    [0, 1, 600, 5_000, 617_500, -600].map((quota) => spendText(quota, dollars)),
    ['$0.00', '$0.000002', '$0.0012', '$0.01', '$1.24', '-$0.0012'],
  );
});

test('files hold exact amounts, in dollars only where the site shows dollars', () => {
  assert.equal(spendUnit(dollars).raw?.(1), '0.000002');
  assert.equal(spendUnit({ ...dollars, inCurrency: false }).raw?.(1), 1);
});

test('ticks of whole dollars have no cents, and those of cents stay apart', () => {
  const ticks = [1_000_000, 250_000, 10_500, 7_000, 3_500, 35, 0].map(spendUnit(dollars).tick);
  assert.deepEqual(ticks, ['$2', '$0.50', '$0.021', '$0.014', '$0.007', '$0.00007', '$0']);
});
