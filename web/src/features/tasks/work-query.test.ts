import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWorkQuery, writeWorkQuery } from './work-query.ts';

const today = 1_790_000_000;
const read = (text: string) => readWorkQuery(new URLSearchParams(text), today, 'tasks');

test('without a word everything since the start of today', () => {
  const query = read('');
  assert.deepEqual([query.kind, query.start, query.end, query.page], ['tasks', today, 0, 1]);
});

test('an address shows the same when it is read again', () => {
  for (const text of [
    '',
    'tab=drawings&id=abc&channel=7&start=0&end=1790003600&page=2&size=50&record=d1',
    'status=FAILURE&start=1789000000',
  ]) {
    assert.equal(writeWorkQuery(read(text), today, 'tasks').toString(), text);
  }
});

test('the tab that opens by itself needs no word', () => {
  assert.equal(readWorkQuery(new URLSearchParams(), today, 'drawings').kind, 'drawings');
  assert.equal(writeWorkQuery(read('tab=drawings'), today, 'drawings').toString(), '');
});

test('what cannot be read counts as not said', () => {
  assert.deepEqual(read('tab=x&channel=seven&start=soon&end=-1&page=0&size=7'), read(''));
});
