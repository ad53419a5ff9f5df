import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupRank, splitGroups } from './groups.ts';

test('a list of groups is split, trimmed and sorted', () => {
  assert.deepEqual(splitGroups(' vip, default ,, alpha'), ['alpha', 'default', 'vip']);
  assert.deepEqual(splitGroups(' '), []);
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
