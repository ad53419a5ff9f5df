import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figureOf, type PriceTexts, priceRows, readPrices, withoutRow, withRow, writeFigures } from './price-rows.ts';

const texts: PriceTexts = {
  ModelPrice: '{"image":0.04}',
  ModelRatio: '{"gpt":1.25,"tiny":1e-7}',
  CompletionRatio: '{"gpt":4}',
  CacheRatio: '{"gpt":0.5}',
};

function read(given: PriceTexts = texts) {
  const maps = readPrices(given);
  assert.ok(maps);
  return maps;
}

test('every model has one row, by name', () => {
  assert.deepEqual(priceRows(read()), [
    { name: 'gpt', price: undefined, ratio: '1.25', completionRatio: '4', cacheRatio: '0.5' },
    { name: 'image', price: '0.04', ratio: undefined, completionRatio: undefined, cacheRatio: undefined },
    { name: 'tiny', price: undefined, ratio: '0.0000001', completionRatio: undefined, cacheRatio: undefined },
  ]);
});

test('a model that is listed keeps its row without a figure, and no other gets a second one', () => {
  const blank = { name: 'gpt', price: undefined, ratio: undefined, completionRatio: undefined, cacheRatio: undefined };
  const maps = withRow(read(), blank);
  assert.deepEqual(priceRows(maps, ['gpt', 'image'])[0], blank);
  assert.deepEqual(
    priceRows(maps, ['gpt', 'image']).map(({ name }) => name),
    ['gpt', 'image', 'tiny'],
  );
});

test('a text that is no map of numbers is left to its editor', () => {
  for (const ModelRatio of ['[1]', '{"a":"1"}', '{', '{"a":-1}']) {
    assert.equal(readPrices({ ...texts, ModelRatio }), undefined, ModelRatio);
  }
});

test('a price per call is written alone, the ratios beside it stay', () => {
  const maps = withRow(read(), { name: 'gpt', price: '0.1', ratio: '9', completionRatio: '9', cacheRatio: '9' });
  assert.equal(maps.ModelPrice.get('gpt'), '0.1');
  assert.equal(maps.ModelRatio.get('gpt'), '1.25');
});

test('without a price per call the ratios are written and the price goes', () => {
  const priced = withRow(read(), { name: 'gpt', price: '0.1', ratio: '1', completionRatio: '1', cacheRatio: '1' });
  const row = { name: 'gpt', price: undefined, ratio: '2', completionRatio: '3', cacheRatio: undefined };
  const maps = withRow(priced, row);
  assert.deepEqual(priceRows(maps)[0], row);
});

test('a model that is taken out is in no map, and the others stay', () => {
  const maps = withoutRow(read(), 'gpt');
  assert.deepEqual(
    priceRows(maps).map(({ name }) => name),
    ['image', 'tiny'],
  );
});

test('figures keep every digit on the wire', () => {
  const text = writeFigures(
    new Map([
      ['a"b', '8.333333333333333333'],
      ['c', '0.0000001'],
    ]),
  );
  assert.equal(text, '{\n  "a\\"b": 8.333333333333333333,\n  "c": 0.0000001\n}');
  assert.deepEqual(JSON.parse(writeFigures(new Map())), {});
});

test('only numbers of zero and more are figures', () => {
  for (const [text, figure] of [
    ['1.50', '1.5'],
    [' 2 ', '2'],
    ['0', '0'],
    ['-1', undefined],
    ['', undefined],
    ['abc', undefined],
    ['1,5', undefined],
  ] as const) {
    assert.equal(figureOf(text), figure, text);
  }
});
