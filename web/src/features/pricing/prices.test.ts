import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixedPriceOf, priceText } from './prices.ts';

test('shows prices with the ratio of the group and 4 decimals', () => {
  for (const [usd, ratio, text] of [
    ['2.5', 1, '$2.5000'],
    ['2.5', 0.85, '$2.1250'],
    ['0.00345', 1, '$0.0035'],
    ['10', 1e-4, '$0.0010'],
    ['3', 0, '$0.0000'],
    ['0', 2, '$0.0000'],
  ] as const) {
    assert.equal(priceText(usd, ratio), text, `${usd} x ${ratio}`);
  }
});

test('a price that is not nothing never looks like nothing', () => {
  assert.equal(priceText('0.00002', 1), '$0.00002');
  assert.equal(priceText('0.01', 1e-7), '$0.000000001');
});

test('the first fixed price of a card beats its tokens', () => {
  assert.deepEqual(fixedPriceOf({ input: '30', perMinute: '0.006' }), { name: 'perMinute', usd: '0.006' });
  assert.deepEqual(fixedPriceOf({ perCall: '0.04', perSecond: '1' }), { name: 'perCall', usd: '0.04' });
  assert.equal(fixedPriceOf({ input: '1', output: '2' }), undefined);
});
