import assert from 'node:assert/strict';
import { test } from 'node:test';
import dayjs from 'dayjs';
import { isNarrowed, periodStart, plainQuery, readWalletQuery, writeWalletQuery } from './wallet-query.ts';

const read = (text: string) => readWalletQuery(new URLSearchParams(text));

test('an address without a word shows the own top-ups, and has none when it does', () => {
  assert.deepEqual(read(''), plainQuery);
  assert.equal(writeWalletQuery(plainQuery).toString(), '');
});

test('what is written is read again', () => {
  const query = {
    ...plainQuery,
    tab: 'orders',
    dialog: 'redeem',
    order: 'TU20261121X',
    period: 'month',
    type: 0,
    keyword: 'a & b',
    everyone: true,
    username: 'ann',
    group: 'vip',
    channel: '12',
    page: 3,
    pageSize: 50,
  } as const;
  assert.deepEqual(readWalletQuery(writeWalletQuery(query)), query);
});

test('what makes no sense counts as not said', () => {
  assert.deepEqual(read('tab=x&dialog=y&period=decade&type=-1&page=0&size=abc&channel=1;2&everyone=1'), plainQuery);
  assert.equal(read('size=5000').pageSize, 100);
});

test('a payer who comes back from an easy-pay gateway sees the order', () => {
  const back = 'pid=1001&trade_no=2026&out_trade_no=TU20261121X&trade_status=TRADE_SUCCESS&sign=abc';
  assert.equal(read(back).order, 'TU20261121X');
  assert.equal(writeWalletQuery(read(back)).toString(), 'order=TU20261121X');
  assert.equal(read('out_trade_no=TU20261121X').order, '');
});

test('periods begin with the week, the month, the year', () => {
  const now = dayjs('2026-11-21T10:20:30');
  assert.equal(periodStart('all', now), 0);
  assert.equal(periodStart('week', now), now.startOf('week').unix());
  assert.equal(periodStart('month', now), dayjs('2026-11-01T00:00:00').unix());
  assert.equal(periodStart('year', now), dayjs('2026-01-01T00:00:00').unix());
});

test('top-ups and all types are the whole history, everything else is a part of it', () => {
  assert.equal(isNarrowed(plainQuery), false);
  assert.equal(isNarrowed({ ...plainQuery, type: 0, page: 2, order: 'TU1', tab: 'orders' }), false);
  for (const change of [{ type: 2 }, { period: 'week' }, { keyword: 'x' }, { everyone: true }] as const) {
    assert.equal(isNarrowed({ ...plainQuery, ...change }), true, JSON.stringify(change));
  }
});
