import assert from 'node:assert/strict';
import { test } from 'node:test';
import { destinationOf } from './destination.ts';

const settled = { must_change_password: false };

test('a sign-in leads back to the page that asked for it', () => {
  assert.equal(destinationOf(settled, { from: '/log?type=2' }), '/log?type=2');
});

test('without such a page it leads to the keys', () => {
  for (const state of [null, undefined, 'signed-in', {}, { from: 7 }]) {
    assert.equal(destinationOf(settled, state), '/token', JSON.stringify(state));
  }
});

test('it never leads to another site', () => {
  for (const from of ['//evil.example', 'https://evil.example', 'javascript:alert(1)']) {
    assert.equal(destinationOf(settled, { from }), '/token', from);
  }
});

test('who has the first password is told on the page of the keys', () => {
  assert.equal(destinationOf({ must_change_password: true }, { from: '/log' }), '/token');
});
