import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PriceRow } from './price-rows.ts';
import { tokenPrices, withTokenPrices } from './token-prices.ts';

const row = (ratio?: string, completionRatio?: string, cacheRatio?: string): PriceRow => ({
  name: 'model',
  price: undefined,
  ratio,
  completionRatio,
  cacheRatio,
});

test('ratio 1 is two dollars per million tokens, the others multiply it', () => {
  assert.deepEqual(tokenPrices(row('1.25', '4', '0.5')), { input: '2.5', output: '10', cache: '1.25' });
  assert.deepEqual(tokenPrices(row('0.15', '8.333333')), { input: '0.3', output: '2.5', cache: undefined });
  assert.deepEqual(tokenPrices(row()), { input: undefined, output: undefined, cache: undefined });
});

test('a new input price leaves the prices of output and cache as they are', () => {
  const next = withTokenPrices(row('1.25', '4', '0.5'), { input: '5' });
  assert.deepEqual([next.ratio, next.completionRatio, next.cacheRatio], ['2.5', '2', '0.25']);
  assert.deepEqual(tokenPrices(next), { input: '5', output: '10', cache: '1.25' });
});

test('a new output price changes the completion ratio alone', () => {
  const next = withTokenPrices(row('0.15', '4', '0.1'), { output: '2.5' });
  assert.deepEqual([next.ratio, next.completionRatio, next.cacheRatio], ['0.15', '8.333333', '0.1']);
});

test('a price that is taken away takes its ratio away, the input price all of them', () => {
  assert.equal(withTokenPrices(row('1', '2', '0.5'), { cache: undefined }).cacheRatio, undefined);
  assert.deepEqual(withTokenPrices(row('1', '2', '0.5'), { input: undefined }), row());
});

test('a free input divides nothing, and gives nothing away when it gets a price', () => {
  const free = withTokenPrices(row('1', '2', '0.5'), { input: '0' });
  assert.deepEqual([free.ratio, free.completionRatio, free.cacheRatio], ['0', '2', '0.5']);
  const priced = withTokenPrices(free, { input: '0.3' });
  assert.deepEqual([priced.ratio, priced.completionRatio, priced.cacheRatio], ['0.15', '2', '0.5']);
});
