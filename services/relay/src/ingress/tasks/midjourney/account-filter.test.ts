import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutModes } from './account-filter.ts';

test('an account filter chooses no speed: the path is what is paid for', () => {
  const filter = { instanceId: 'i-1', modes: ['TURBO'], Modes: ['TURBO'], mode\u017f: ['TURBO'], remix: true };
  assert.deepEqual(withoutModes(filter), { instanceId: 'i-1', remix: true });
});

test('what is no filter is not passed on', () => {
  for (const given of [undefined, null, 'TURBO', ['TURBO']]) assert.equal(withoutModes(given), undefined);
});
