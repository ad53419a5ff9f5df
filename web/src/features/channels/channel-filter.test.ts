import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNarrowed, noFilter, readFilter, writeFilter } from './channel-filter.ts';

test('an address without a filter, or with nonsense, shows everything', () => {
  assert.deepEqual(readFilter(new URLSearchParams()), noFilter);
  assert.deepEqual(readFilter(new URLSearchParams('page=-3&status=9&type=x&byTag=yes&keyword=%20')), noFilter);
});

test('what is written is read back, and what is as at first is not written', () => {
  const filter = { page: 3, byTag: true, keyword: 'a&b', group: 'vip', model: 'gpt', status: 3, type: 14, tag: 'red' };
  const written = writeFilter(new URLSearchParams(), filter);
  assert.deepEqual(readFilter(written), filter);
  assert.equal(writeFilter(written, noFilter).toString(), '');
});

test('a changed filter leads back to page 1; foreign parameters stay', () => {
  const next = writeFilter(new URLSearchParams('page=4&from=7&group=vip'), { keyword: 'x' });
  assert.deepEqual(Object.fromEntries(next), { from: '7', group: 'vip', keyword: 'x' });
  assert.equal(writeFilter(next, { page: 2 }).get('keyword'), 'x');
});

test('neither a page nor the grouping by tag narrows the list', () => {
  assert.equal(isNarrowed({ ...noFilter, page: 2, byTag: true }), false);
  for (const change of [{ keyword: 'x' }, { group: 'x' }, { model: 'x' }, { status: 1 }, { type: 1 }, { tag: 'x' }]) {
    assert.equal(isNarrowed({ ...noFilter, ...change }), true);
  }
});
