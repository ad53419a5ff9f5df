import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutKey } from './without-key.ts';

test('a key of any shape is hidden wherever it is quoted, and each part of one that has several', () => {
  assert.equal(withoutKey('Bad key 0123456789abcdef.', '0123456789abcdef'), 'Bad key ***.');
  assert.equal(withoutKey('a+b/c==$&0123 a+b/c==$&0123', 'a+b/c==$&0123'), '*** ***');
  assert.equal(
    withoutKey('app 0123456789abcdef, id fedcba9876543210', '0123456789abcdef|fedcba9876543210'),
    'app ***, id ***',
  );
});

test('keys that are words spoil no sentence', () => {
  for (const key of ['', 'none', 'no|key', 'x'])
    assert.equal(withoutKey('There is no key here.', key), 'There is no key here.');
});
