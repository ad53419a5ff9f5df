import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ceilMinor, formatMinor, parseDecimal, parseMinor } from './money.ts';

for (const text of [
  '',
  '-1',
  '+1',
  '1e3',
  '1.',
  '.5',
  ' 1',
  '1 ',
  '0x10',
  'NaN',
  'Infinity',
  '１',
  '1,5',
  '1.1234567890123',
]) {
  test(`${JSON.stringify(text)} is no decimal`, () => assert.equal(parseDecimal(text), undefined));
}

test('amounts of a currency have its digits and no more', () => {
  assert.equal(parseMinor('73.00', 'CNY'), 7300n);
  assert.equal(parseMinor('73', 'CNY'), 7300n);
  assert.equal(parseMinor('73.000', 'CNY'), 7300n);
  assert.equal(parseMinor('73.001', 'CNY'), undefined);
  assert.equal(parseMinor('73', 'JPY'), 73n);
  assert.equal(parseMinor('73.5', 'JPY'), undefined);
  assert.equal(formatMinor(7300n, 'CNY'), '73.00');
  assert.equal(formatMinor(5n, 'USD'), '0.05');
  assert.equal(formatMinor(73n, 'KRW'), '73');
  assert.throws(() => formatMinor(1n, 'XXX'), /XXX is no currency/);
});

test('products are rounded up to the minor unit', () => {
  const decimal = (text: string) => parseDecimal(text) as bigint;
  assert.equal(ceilMinor('CNY', decimal('10'), decimal('7.3')), 7300n);
  assert.equal(ceilMinor('CNY', decimal('10.01'), decimal('7.3')), 7308n);
  assert.equal(ceilMinor('CNY', decimal('10'), decimal('7.3'), decimal('0.95')), 6935n);
  assert.equal(ceilMinor('GBP', decimal('10'), decimal('0.85')), 850n);
});
