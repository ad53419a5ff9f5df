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

test('shipped fees of tools hold for every model, and the fee of a card beats them', () => {
  const table = new PriceTable([{ model: 'house', card: { input: '2', output: '2' } }], groups);
  const searching = (model: string, tool: string) => {
    const compiled = table.price(model, 'half');
    return compiled && price(compiled, { ...tokens, prompt: 0, toolCalls: { [tool]: 2 } }, 0);
  };
  assert.equal(searching('gpt-5.4', 'web_search'), 5_000);
  assert.equal(searching('gpt-5.4', 'web_search_preview'), 5_000);
  assert.equal(searching('gpt-4o', 'web_search_preview'), 12_500);
  assert.equal(searching('house', 'file_search'), 1_250);
  assert.equal(searching('gemini-2.5-flash', 'google_search'), 7_000);
  assert.equal(searching('gpt-5.4', 'image_generation'), 75_000);
});

test('shipped images and speech are priced by size, quality and characters', () => {
  const table = new PriceTable([], groups);
  const costs = (model: string, usage: object) => {
    const compiled = table.price(model, 'default');
    return compiled && price(compiled, { ...tokens, ...usage }, 0);
  };
  assert.equal(costs('dall-e-3', { calls: 1, size: '1024x1024', quality: 'standard' }), 20_000);
  assert.equal(costs('dall-e-3', { calls: 1, size: '1024x1792', quality: 'standard' }), 40_000);
  assert.equal(costs('dall-e-3', { calls: 1, size: '1024x1024', quality: 'hd' }), 40_000);
  assert.equal(costs('dall-e-3', { calls: 1, size: '1792x1024', quality: 'hd' }), 60_000);
  assert.equal(costs('dall-e-2', { calls: 10, size: '256x256' }), 40_000);
  assert.equal(costs('dall-e-2', { calls: 10, size: '512x512' }), 45_000);
  assert.equal(costs('dall-e-2', { calls: 10 }), 100_000);
  assert.equal(costs('tts-1', { characters: 1000 }), 7_500);
  assert.equal(costs('tts-1-hd', { characters: 1000 }), 15_000);
});
