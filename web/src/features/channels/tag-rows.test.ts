import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Channel } from './api.ts';
import { groupByTag, idsOf, isTagRow, rowKey, type TagRow } from './tag-rows.ts';

function channel(id: number, fields: Partial<Channel> = {}): Channel {
  const none = { tag: '', status: 1, group: 'default', models: 'a', priority: 0, weight: 0, used_quota: 0 };
  const measured = { response_time: 0, balance: 0, balance_currency: 'USD', balance_updated_time: 0 };
  return { id, ...none, ...measured, ...fields } as Channel;
}

const list = [
  channel(9, { tag: 'red', used_quota: 5, response_time: 1000, priority: 3, models: 'a,b' }),
  channel(8),
  channel(7, { tag: 'red', used_quota: 7, status: 3, group: 'default,vip', weight: 2, priority: 3 }),
  channel(6, { tag: 'blue', response_time: 301, balance: 4, balance_updated_time: 1 }),
];

test('channels of a tag become one row where the first of them stands, others stay rows', () => {
  const rows = groupByTag(list);
  assert.deepEqual(rows.map(rowKey), ['tag red', 8, 'tag blue']);
  assert.deepEqual(rows.map(isTagRow), [true, false, true]);
});

test('a tag sums up what its channels have', () => {
  const [red, , blue] = groupByTag(list) as [TagRow, Channel, TagRow];
  const { children, ...sums } = red;
  assert.deepEqual(
    children.map(({ id }) => id),
    [9, 7],
  );
  assert.deepEqual(sums, {
    tag: 'red',
    enabled: 1,
    groups: ['default', 'vip'],
    models: ['a', 'b'],
    priority: 3,
    weight: undefined,
    usedQuota: 12,
    responseTime: 1000,
    balances: [],
  });
  assert.deepEqual(blue.balances, [{ currency: 'USD', amount: 4 }]);
});

test('a chosen tag stands for all its channels, each of them once', () => {
  const rows = groupByTag(list);
  assert.deepEqual(idsOf(['tag red', 9, 8], rows), [9, 7, 8]);
  assert.deepEqual(idsOf([7], rows), [7]);
  assert.deepEqual(idsOf([99, 'tag green'], rows), []);
});
