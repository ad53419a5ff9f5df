import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wishIds } from './wish-ids.ts';

const wish = { amount: '10', method: 'card' };

test('a wish that is repeated keeps its id, another one has its own', () => {
  const ids = wishIds();
  const first = ids.idOf(wish);
  assert.equal(ids.idOf({ ...wish }), first);
  assert.notEqual(ids.idOf({ ...wish, amount: '20' }), first);
});

test('a wish that was refused is another payment the next time', () => {
  const ids = wishIds();
  const first = ids.idOf(wish);
  ids.forget();
  assert.notEqual(ids.idOf(wish), first);
});
