import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCodeQuery, writeCodeQuery } from './code-query.ts';

test('what is written is read back', () => {
  const query = { page: 3, pageSize: 50, keyword: 'a&b', state: 'expired' } as const;
  assert.deepEqual(readCodeQuery(writeCodeQuery(new URLSearchParams(), query)), query);
});

test('nonsense is the first page of everything', () => {
  const query = readCodeQuery(new URLSearchParams('page=x&size=-1&state=gone'));
  assert.deepEqual(query, { page: 1, pageSize: 10, keyword: '', state: undefined });
  assert.equal(readCodeQuery(new URLSearchParams('size=5000')).pageSize, 100);
});

test('a change leads back to page 1, and what is usual leaves the address; foreign parameters stay', () => {
  const search = new URLSearchParams('page=4&edit=7&state=used');
  assert.equal(writeCodeQuery(search, { keyword: 'x' }).toString(), 'edit=7&state=used&keyword=x');
  assert.equal(writeCodeQuery(search, { state: undefined }).toString(), 'edit=7');
});
