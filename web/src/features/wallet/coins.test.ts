import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coinsFor, isTooLow, leastDollars } from './coins.ts';

const usdt = { min_amount: 2, conversion_rate: 1.001 };
const bitcoin = { min_amount: 0.0001, conversion_rate: 0.00001 };

test('tells about how many coins an amount is, without noise of floats', () => {
  assert.equal(coinsFor('10', usdt), '10.01');
  assert.equal(coinsFor('0.3', { min_amount: 0, conversion_rate: 0.1 }), '0.03');
  assert.equal(coinsFor('100', bitcoin), '0.001');
  assert.equal(coinsFor('', usdt), undefined);
});

test('an amount that is exactly the least is enough', () => {
  assert.equal(isTooLow('10', bitcoin), false);
  assert.equal(isTooLow('9.99', bitcoin), true);
  assert.equal(isTooLow('2', usdt), false);
  assert.equal(isTooLow('1.99', usdt), true);
  assert.equal(isTooLow('', usdt), true);
  assert.equal(isTooLow('-5', usdt), true);
});

test('the least amount in dollars is one that is taken', () => {
  for (const coin of [usdt, bitcoin, { min_amount: 1, conversion_rate: 0.3 }]) {
    assert.equal(isTooLow(leastDollars(coin), coin), false, leastDollars(coin));
  }
  assert.equal(leastDollars(bitcoin), '10.00');
  assert.equal(leastDollars(usdt), '2.00');
});
