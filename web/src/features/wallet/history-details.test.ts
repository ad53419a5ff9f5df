import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDetails } from './history-details.ts';

test('reads what the server writes about orders', () => {
  assert.deepEqual(readDetails('Topped up 10 USD for 73.00 CNY by epay (alipay), order TU20261121ABC'), {
    kind: 'order',
    paid: '73.00',
    currency: 'CNY',
    processor: 'epay',
    method: 'alipay',
    tradeNo: 'TU20261121ABC',
  });
  assert.deepEqual(readDetails('Topped up 7.51 USD for 7.51 USD by stripe, order TU1'), {
    kind: 'order',
    paid: '7.51',
    currency: 'USD',
    processor: 'stripe',
    method: '',
    tradeNo: 'TU1',
  });
});

test('reads what it writes about codes, whatever they are called', () => {
  assert.deepEqual(readDetails('Redeemed code Spring (sale) (12)'), { kind: 'code', name: 'Spring (sale)' });
});

test('reads what it writes about credit that was taken back, given back, or changed by hand', () => {
  assert.deepEqual(readDetails('Took back the credit of a payment, order TU1'), { kind: 'takenBack', tradeNo: 'TU1' });
  assert.deepEqual(readDetails('Gave back the credit of a payment, order TU1'), { kind: 'givenBack', tradeNo: 'TU1' });
  assert.deepEqual(readDetails('Balance changed by an administrator'), { kind: 'changed' });
});

test('leaves every other text alone', () => {
  for (const text of ['', 'Redeemed code', 'Topped up by hand', 'Refunded 5 USD of order TU1: as agreed']) {
    assert.equal(readDetails(text), undefined, text);
  }
});
