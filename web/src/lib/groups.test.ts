import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chosenGroups, firstGroup, groupRank, splitGroups } from './groups.ts';

test('a list of groups is split, trimmed and sorted', () => {
  assert.deepEqual(splitGroups(' vip, default ,, alpha'), ['alpha', 'default', 'vip']);
  assert.deepEqual(splitGroups(' '), []);
});

test('the order in which groups were chosen is kept, and the first of them is that of keys without one', () => {
  assert.deepEqual(chosenGroups(' vip, default ,, alpha'), ['vip', 'default', 'alpha']);
  assert.deepEqual(['default,vip', ' vip , default', 'vip', ''].map(firstGroup), ['default', 'vip', 'vip', '']);
});

test('vip and pro share a colour, svip and premium another, all others have the third', () => {
  assert.deepEqual(['vip', 'pro', 'svip', 'premium', 'default', 'constructor', 'VIP'].map(groupRank), [
    'first',
    'first',
    'second',
    'second',
    'plain',
    'plain',
    'plain',
  ]);
});
