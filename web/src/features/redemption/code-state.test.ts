import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Code } from './api.ts';
import { stateOf } from './code-state.ts';

const code = (status: number, expires: number) => ({ status, expired_time: expires }) as Code;

test('an unused code expires at its second; one without expiry never', () => {
  assert.equal(stateOf(code(1, -1), 100), 'unused');
  assert.equal(stateOf(code(1, 101), 100), 'unused');
  assert.equal(stateOf(code(1, 100), 100), 'expired');
});

test('used and disabled codes are that, also after their expiry', () => {
  assert.equal(stateOf(code(3, 1), 100), 'used');
  assert.equal(stateOf(code(2, 1), 100), 'disabled');
});
