import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allOrders, isNarrowed, readOrderQuery, writeOrderQuery } from './order-query.ts';

const read = (text: string) => readOrderQuery(new URLSearchParams(text));

test('an address without a word shows every order', () => {
  assert.deepEqual(read(''), allOrders);
  assert.equal(writeOrderQuery(allOrders).toString(), '');
});

test('what is written is read again', () => {
  const query = {
    keyword: 'ann & co',
    state: 'underpaid',
    processor: 'epay',
    flag: 'late',
    review: true,
    start: 1,
    end: 1_795_248_000,
    page: 2,
    pageSize: 50,
    order: 12,
  };
  assert.deepEqual(readOrderQuery(writeOrderQuery(query)), query);
});

test('what makes no sense counts as not said', () => {
  assert.deepEqual(read('page=0&size=x&order=-1&review=1&start=now'), allOrders);
  assert.equal(read('size=900').pageSize, 100);
});

test('pages and an open order narrow nothing', () => {
  assert.equal(isNarrowed({ ...allOrders, page: 3, pageSize: 50, order: 4 }), false);
  assert.equal(isNarrowed({ ...allOrders, review: true }), true);
  assert.equal(isNarrowed({ ...allOrders, start: 5 }), true);
});
