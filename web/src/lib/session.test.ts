import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followGroup, readUser, type SignedInUser, storeUser } from './session.ts';

const user = { id: 7, username: 'ada', group: 'default' } as SignedInUser;
let stored: string | null = null;
Object.assign(globalThis, {
  localStorage: {
    getItem: () => stored,
    setItem: (_name: string, text: string) => {
      stored = text;
    },
  },
});

test('a group that the account got since the sign-in is that of the record', () => {
  storeUser(user);
  followGroup({ id: 7, group: 'vip' });
  assert.deepEqual(readUser(), { ...user, group: 'vip' });
});

test('an answer about somebody else changes nothing, and signs nobody in', () => {
  storeUser(user);
  followGroup({ id: 8, group: 'vip' });
  assert.deepEqual(readUser(), user);
  stored = null;
  followGroup({ id: 7, group: 'vip' });
  assert.equal(readUser(), undefined);
});
