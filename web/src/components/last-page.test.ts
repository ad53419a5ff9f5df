import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastPageBefore } from './last-page.ts';

test('a page behind the last one leads to the last one, an empty list nowhere', () => {
  for (const [page, total, last] of [
    [2, 10, 1],
    [9, 25, 3],
    [3, 25, undefined],
    [1, 0, undefined],
    [9, 0, undefined],
  ] as const) {
    assert.equal(lastPageBefore({ page, pageSize: 10, total }), last, `page ${page} of ${total} rows`);
  }
});
