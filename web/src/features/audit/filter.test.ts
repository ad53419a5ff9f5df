import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filterFrom, searchOf } from './filter.ts';

test('a filter survives its address', () => {
  const filter = {
    page: 3,
    pageSize: 50,
    username: 'Ann',
    keyword: '100% & more',
    from: 1_700_000_000,
    to: 1_700_000_009,
  };
  assert.deepEqual(filterFrom(new URLSearchParams(searchOf(filter).toString())), filter);
});

test('what is usual is not in the address', () => {
  assert.equal(searchOf(filterFrom(new URLSearchParams())).toString(), '');
});

test('what cannot be read counts as not given', () => {
  const filter = filterFrom(new URLSearchParams('page=-1&page_size=7&from=yesterday&to='));
  assert.deepEqual(filter, { page: 1, pageSize: 20, username: '', keyword: '', from: undefined, to: undefined });
});
