import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatBalance } from './balance.ts';

test('a balance is written in its currency, else with its unit', () => {
  assert.equal(formatBalance(1234.5, 'USD', 'en'), '$1,234.50');
  assert.equal(formatBalance(3, 'CNY', 'zh'), '¥3.00');
  assert.equal(formatBalance(120.255, 'credits', 'zh'), '120.26 credits');
  assert.equal(formatBalance(7, '', 'en'), '7');
});
