import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatMoney } from './money.ts';

test('says which currency it is, so that no two look alike', () => {
  for (const language of ['en', 'zh', 'zh-HK', 'ja', 'ar'] as const) {
    const texts = ['USD', 'CNY', 'HKD', 'GBP', 'JPY'].map((currency) => formatMoney('1234.5', currency, language));
    assert.equal(new Set(texts).size, texts.length, texts.join(' '));
  }
});

test('keeps the digits of the currency and writes them in Western figures', () => {
  assert.equal(formatMoney('3650', 'CNY', 'zh'), '¥3,650.00');
  assert.equal(formatMoney('8.5', 'GBP', 'en'), '£8.50');
  assert.equal(formatMoney('1234', 'JPY', 'en'), '¥1,234');
  assert.match(formatMoney('78.00', 'HKD', 'ar'), /78\.00/);
});

test('keeps its order in a sentence written from right to left', () => {
  assert.match(formatMoney('73.00', 'CNY', 'ar'), /^\u2066.*\u2069$/);
  assert.doesNotMatch(formatMoney('73.00', 'CNY', 'en'), /[\u2066\u2069]/);
});
