import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasOtherWayIn, type WayIn } from './ways-in.ts';

const way = (name: string, isOpen = true, isTheirs = true): WayIn => ({ name, isOpen, isTheirs });

test('nobody is locked out: only what the site offers and the person has is another way in', () => {
  assert.equal(hasOtherWayIn([way('github'), way('password')], 'github'), true);
  assert.equal(hasOtherWayIn([way('github')], 'github'), false);
  assert.equal(hasOtherWayIn([way('github'), way('password', false)], 'github'), false);
  assert.equal(hasOtherWayIn([way('github'), way('passkey', true, false)], 'github'), false);
});
