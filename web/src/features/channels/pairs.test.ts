import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isStatusCode, pairsFromText, textFromPairs } from './pairs.ts';

test('a mapping survives the way through the table', () => {
  const text = JSON.stringify({ 'gpt-4o': 'gpt-4o-2024-11-20', b: 'c' }, null, 2);
  assert.equal(textFromPairs(pairsFromText(text) ?? []), text);
  assert.deepEqual(pairsFromText('{"400": 500}'), [{ from: '400', to: '500' }]);
  assert.deepEqual(pairsFromText('  '), []);
});

test('the table does not take what it would lose', () => {
  for (const text of ['{', '[]', '{"a": {"b": 1}}', '{"a": null}', '{"a": true}']) {
    assert.equal(pairsFromText(text), undefined, text);
  }
});

test('entries with a blank side are left out', () => {
  const pairs = [
    { from: ' a ', to: ' b ' },
    { from: '', to: 'x' },
    { from: 'y', to: ' ' },
  ];
  assert.equal(textFromPairs(pairs), JSON.stringify({ a: 'b' }, null, 2));
  assert.equal(textFromPairs(pairs.slice(1)), '');
});

test('status codes have three digits and begin with 1 to 5', () => {
  assert.deepEqual(['200', '599', '99', '600', '4000', 'x'].map(isStatusCode), [
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
