import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newPassword } from './new-password.ts';

test('a new password is long, plain to read, and never the same', () => {
  const passwords = Array.from({ length: 200 }, newPassword);
  for (const password of passwords) assert.match(password, /^[a-zA-Z2-9]{20}$/);
  for (const password of passwords) assert.doesNotMatch(password, /[lIoO01]/);
  assert.equal(new Set(passwords).size, passwords.length);
});
