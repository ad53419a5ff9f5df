import assert from 'node:assert/strict';
import { test } from 'node:test';
import { constantTimeEqual } from './constant-time-equal.ts';

test('equal texts are equal, texts of any other content or length are not', () => {
  assert.equal(constantTimeEqual('token', 'token'), true);
  assert.equal(constantTimeEqual('', ''), true);
  for (const other of ['Token', 'toke', 'token ', '']) assert.equal(constantTimeEqual('token', other), false);
});
