import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBooksQuery, writeBooksQuery } from './books-query.ts';

test('the first page of breaches needs no words in the address', () => {
  const first = { tab: 'breaches', page: 1, pageSize: 10 } as const;
  assert.deepEqual(readBooksQuery(new URLSearchParams()), first);
  assert.equal(writeBooksQuery(first), '');
});

test('an address shows the same rows again', () => {
  const query = { tab: 'letters', page: 3, pageSize: 50 } as const;
  assert.deepEqual(readBooksQuery(new URLSearchParams(writeBooksQuery(query))), query);
});

test('what cannot be read counts as not said, and no more rows are asked for than the server gives', () => {
  const query = readBooksQuery(new URLSearchParams('tab=money&page=0&size=5000'));
  assert.deepEqual(query, { tab: 'breaches', page: 1, pageSize: 100 });
});
