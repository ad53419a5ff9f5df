import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readUserQuery, writeUserQuery } from './user-query.ts';

const first = { page: 1, pageSize: 10, keyword: '', group: '' };

test('the first page of ten rows of all users needs no words in the address', () => {
  assert.deepEqual(readUserQuery(new URLSearchParams()), first);
  assert.equal(writeUserQuery(first), '');
});

test('an address shows the same rows again', () => {
  const query = { page: 3, pageSize: 50, keyword: 'ann & co', group: 'vip' };
  assert.deepEqual(readUserQuery(new URLSearchParams(writeUserQuery(query))), query);
});

test('what cannot be a page or a size counts as not said, and no more rows are asked for than the server gives', () => {
  for (const address of ['page=0&size=0', 'page=-1&size=x', 'page=1.5&size=1e3']) {
    assert.deepEqual(readUserQuery(new URLSearchParams(address)), first, address);
  }
  assert.equal(readUserQuery(new URLSearchParams('size=5000')).pageSize, 100);
});
