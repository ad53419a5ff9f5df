import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entryChanges } from './entry-changes.ts';

test('maps differ entry by entry, whatever their layout', () => {
  assert.deepEqual(entryChanges('{"a":1,"b":2,"c":3}', '{\n  "a": 1,\n  "b": 2.5,\n  "d": 4\n}'), [
    { name: 'b', before: '2', after: '2.5' },
    { name: 'c', before: '3', after: undefined },
    { name: 'd', before: undefined, after: '4' },
  ]);
  assert.deepEqual(entryChanges('{"a":1}', ' { "a": 1 } '), []);
});

test('a card that was taken away loses each of its prices', () => {
  assert.deepEqual(entryChanges('{"m":{"input":"2","tier":{"input":"4"}}}', '{"m":null}'), [
    { name: 'm · input', before: '2', after: undefined },
    { name: 'm · tier · input', before: '4', after: undefined },
  ]);
});

test('entries of a list are named by their own names', () => {
  assert.deepEqual(entryChanges('[{"One":"a"}]', '[{"One":"b"},{"Two":"c"}]'), [
    { name: 'One', before: 'a', after: 'b' },
    { name: 'Two', before: undefined, after: 'c' },
  ]);
});

test('texts of several lines show the lines that come and go', () => {
  assert.deepEqual(entryChanges('one\ntwo\n', 'two\nthree'), [
    { name: '', before: 'one', after: undefined },
    { name: '', before: undefined, after: 'three' },
  ]);
});

test('plain texts and numbers differ as a whole', () => {
  assert.deepEqual(entryChanges('5', '7'), [{ name: '', before: '5', after: '7' }]);
  assert.deepEqual(entryChanges('', 'https://a.example'), [{ name: '', before: '', after: 'https://a.example' }]);
});
