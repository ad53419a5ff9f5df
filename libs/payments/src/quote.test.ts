import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOptions } from '@switchyard/contracts';
import { quote } from './quote.ts';

const { options } = readOptions([
  { key: 'TopupGroupRatio', value: '{"default":1,"vip":0.95,"svip":0.9}' },
  { key: 'MinTopUp', value: '2' },
]);
const ask = (amount: string, { group = 'default', currency = 'CNY', rate = '7.3' } = {}) =>
  quote(options, { amount, group, currency, rate });

for (const [amount, wish, minor, quota] of [
  ['10', {}, 7300n, 5_000_000],
  ['10.01', {}, 7308n, 5_005_000],
  ['10', { group: 'vip' }, 6935n, 5_000_000],
  ['10', { group: 'vip, svip' }, 6570n, 5_000_000],
  ['10', { group: 'nobody' }, 7300n, 5_000_000],
  ['10', { currency: 'HKD', rate: '7.8' }, 7800n, 5_000_000],
  ['10', { currency: 'GBP', rate: '0.85' }, 850n, 5_000_000],
  ['5000', {}, 3_650_000n, 2_500_000_000],
  [' 10.50 ', {}, 7665n, 5_250_000],
] as const) {
  test(`${amount} USD ${JSON.stringify(wish)} cost ${minor} and are ${quota} quota`, () => {
    const price = ask(amount, wish);
    assert.ok(!('refusal' in price));
    assert.equal(price.payableMinor, minor);
    assert.equal(price.quota, quota);
  });
}

for (const amount of [
  '',
  '0',
  '-5',
  '+5',
  '1.99',
  '10.001',
  '1e3',
  '1e309',
  'NaN',
  '１０',
  '10,5',
  '0x10',
  '10001',
  '9'.repeat(40),
]) {
  test(`${JSON.stringify(amount)} USD are refused`, () => assert.ok('refusal' in ask(amount)));
}

test('an amount is kept in its shortest form, however it was written', () => {
  const price = ask('0010.500000000000');
  assert.equal('refusal' in price ? price.refusal : price.amountUsd, '10.5');
});
