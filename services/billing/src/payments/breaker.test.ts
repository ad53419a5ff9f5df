import assert from 'node:assert/strict';
import { test } from 'node:test';
import { breaker } from './breaker.ts';

test('three failures in a row open it, for a minute and then twice as long each time, half an hour at most', () => {
  let now = 1_000_000;
  const { allows, failed } = breaker(() => now);
  failed('a');
  failed('a');
  assert.ok(allows('a'));
  for (const minutes of [1, 2, 4, 8, 16, 30, 30]) {
    failed('a');
    now += minutes * 60_000 - 1;
    assert.ok(!allows('a'), `before ${minutes} min`);
    now += 1;
    assert.ok(allows('a'), `after ${minutes} min`);
  }
  assert.ok(allows('b'));
});

test('a success closes it', () => {
  const { allows, failed, succeeded } = breaker();
  for (let time = 0; time < 5; time++) failed('a');
  assert.ok(!allows('a'));
  succeeded('a');
  failed('a');
  failed('a');
  assert.ok(allows('a'));
});
