import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noPrice, problemOf, rowOf } from './new-price.ts';

test('a model is sold at the prices that were typed', () => {
  const typed = { ...noPrice, input: '2.5', output: '10', cache: '1.25' };
  assert.equal(problemOf(typed, false), undefined);
  assert.deepEqual(rowOf('model', typed, false), {
    name: 'model',
    price: undefined,
    ratio: '1.25',
    completionRatio: '4',
    cacheRatio: '0.5',
  });
});

test('without a price of its own writing costs what reading costs', () => {
  const { completionRatio, cacheRatio } = rowOf('model', { ...noPrice, input: '2' }, false);
  assert.deepEqual([completionRatio, cacheRatio], ['1', undefined]);
});

test('a price for a call stands alone', () => {
  const row = rowOf('model', { ...noPrice, price: '0.04' }, true);
  assert.deepEqual([row.price, row.ratio, row.completionRatio], ['0.04', undefined, undefined]);
});

test('nothing is added while a price is no number, has no input price, or would be lost in a free input', () => {
  for (const [typed, problem] of [
    [{ input: '2.5', output: '1,5' }, 'number'],
    [{ input: '2.5', cache: 'half' }, 'number'],
    [{ input: 'x' }, 'number'],
    [{ output: '3' }, 'input'],
    [{}, 'input'],
    [{ input: '0', output: '3' }, 'free'],
    [{ input: '0', output: '0' }, undefined],
    [{ input: '0' }, undefined],
  ] as const) {
    assert.equal(problemOf({ ...noPrice, ...typed }, false), problem, JSON.stringify(typed));
  }
  assert.equal(problemOf(noPrice, true), 'number');
  assert.equal(problemOf({ ...noPrice, price: '0,04' }, true), 'number');
});

test('digits of Arabic keyboards are figures', () => {
  assert.equal(rowOf('model', { ...noPrice, input: '٢٫٥' }, false).ratio, '1.25');
  assert.equal(problemOf({ ...noPrice, input: '۲٫۵' }, false), undefined);
});
