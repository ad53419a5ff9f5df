import assert from 'node:assert/strict';
import { test } from 'node:test';
import { price } from './price.ts';
import { PriceTable, shippedCards } from './table.ts';

const groups = new Map([
  ['default', '1'],
  ['half', '0.5'],
]);
const tokens = { prompt: 1000, completion: 0, cacheRead: 0, cacheWrite: 0 };

function charge(table: PriceTable, model: string, group: string): number | undefined {
  const compiled = table.price(model, group);
  return compiled && price(compiled, tokens, 0);
}

test('a stored card replaces the shipped one of its model and no other', () => {
  const table = new PriceTable([{ model: 'gpt-5.4', card: { input: '20', output: '40' } }], groups);
  assert.deepEqual(table.lookup('gpt-5.4'), { input: '20', output: '40' });
  assert.equal(table.lookup('gpt-5'), shippedCards.get('gpt-5'));
  assert.equal(charge(table, 'gpt-5.4', 'default'), 10_000);
});

test('a model of the installation alone has its stored price', () => {
  const table = new PriceTable([{ model: 'house-model', card: { input: '2', output: '2' } }], groups);
  assert.equal(charge(table, 'house-model', 'default'), 1000);
});

test('the group of the request decides the ratio', () => {
  const table = new PriceTable([], groups);
  assert.equal(charge(table, 'gpt-4.1', 'default'), 1000);
  assert.equal(charge(table, 'gpt-4.1', 'half'), 500);
  assert.equal(charge(table, 'gpt-4.1', 'half'), 500);
});

test('unknown models, near misses and groups without a ratio have no price', () => {
  const table = new PriceTable([], groups);
  for (const model of ['', 'gpt-5.4-2026-01-01', 'GPT-5.4', 'gpt-5.4 ', '__proto__', 'constructor']) {
    assert.equal(table.lookup(model), undefined, model);
    assert.equal(table.price(model, 'default'), undefined, model);
  }
  assert.equal(table.price('gpt-5.4', 'svip'), undefined);
});

test('a stored card that cannot be read makes its model unpriced and is reported', () => {
  const table = new PriceTable([{ model: 'gpt-5.4', card: { input: '-1', output: '1' } }], groups);
  assert.equal(table.lookup('gpt-5.4'), undefined);
  assert.match(table.problems.join(), /Price of gpt-5\.4: input/);
});
