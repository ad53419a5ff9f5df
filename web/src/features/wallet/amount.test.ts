import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstAmount, percentOff, problemOf, quickAmountsIn, settledAmount, typedAmount } from './amount.ts';

const bounds = { least: 1, most: 10_000 };

test('offers what the site takes, the documented amounts among it', () => {
  assert.deepEqual(quickAmountsIn({ least: 500, most: 10_000 }), [500, 1000, 5000, 10_000]);
  assert.deepEqual(quickAmountsIn(bounds), [10, 50, 100, 500, 1000, 5000, 10_000]);
  assert.deepEqual(quickAmountsIn({ least: 1, most: 100 }), [10, 50, 100]);
  assert.deepEqual(quickAmountsIn({ least: 1, most: 5 }), []);
});

test('begins with the smallest offer, or with the least amount where there is none', () => {
  assert.equal(firstAmount({ least: 500, most: 10_000 }), '500');
  assert.equal(firstAmount({ least: 1, most: 5 }), '1');
});

test('takes digits with one point and nothing else while typing', () => {
  for (const [text, taken] of [
    ['12', '12'],
    ['12.', '12.'],
    ['.5', '.5'],
    ['12.34', '12.34'],
    ['１２。５', '12.5'],
    ['١٬٢٣٤٫٥', '1234.5'],
    ['۱۲٫۵', '12.5'],
    ['1,000', '1000'],
    ['', ''],
    ['12.345', undefined],
    ['-1', undefined],
    ['1e3', undefined],
    ['1.2.3', undefined],
    ['abc', undefined],
  ] as const) {
    assert.equal(typedAmount(text), taken, text);
  }
});

test('goes back to the least amount when typing ends with none or with less', () => {
  for (const [text, settled] of [
    ['', '1'],
    ['.', '1'],
    ['0.5', '1'],
    ['12.', '12'],
    ['12.50', '12.5'],
    ['007', '7'],
    ['20000', '20000'],
  ] as const) {
    assert.equal(settledAmount(text, bounds), settled, text);
  }
});

test('says whether an amount is too low or too high', () => {
  assert.equal(problemOf('0.99', bounds), 'low');
  assert.equal(problemOf('', bounds), 'low');
  assert.equal(problemOf('1', bounds), undefined);
  assert.equal(problemOf('10000', bounds), undefined);
  assert.equal(problemOf('10000.01', bounds), 'high');
});

test('writes a factor as percents', () => {
  for (const [ratio, percent] of [
    ['0.95', '5'],
    ['0.925', '7.5'],
    ['1', '0'],
    ['1.1', '-10'],
    ['free', '0'],
  ] as const) {
    assert.equal(percentOff(ratio), percent, ratio);
  }
});
