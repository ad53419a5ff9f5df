import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scrollKeys } from './scroll-key.ts';

test('filters and editors of a page share the position of their visit', () => {
  const keyOf = scrollKeys();
  const visit = keyOf({ key: 'a', pathname: '/channel' });
  assert.equal(keyOf({ key: 'b', pathname: '/channel' }), visit);
  assert.equal(keyOf({ key: 'c', pathname: '/channel/edit/7' }), visit);
});

test('a page that is gone to anew has a position of its own, and going back finds the old one', () => {
  const keyOf = scrollKeys();
  const first = keyOf({ key: 'a', pathname: '/log' });
  keyOf({ key: 'b', pathname: '/token' });
  assert.notEqual(keyOf({ key: 'c', pathname: '/log' }), first);
  keyOf({ key: 'b', pathname: '/token' });
  assert.equal(keyOf({ key: 'a', pathname: '/log' }), first);
});
