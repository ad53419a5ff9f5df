import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minutesAndSeconds, secondsUntil } from './countdown.ts';

test('counts whole seconds down to zero and no further', () => {
  assert.equal(secondsUntil(100, 40_000), 60);
  assert.equal(secondsUntil(100, 40_001), 60);
  assert.equal(secondsUntil(100, 41_000), 59);
  assert.equal(secondsUntil(100, 99_999), 1);
  assert.equal(secondsUntil(100, 100_000), 0);
  assert.equal(secondsUntil(100, 200_000), 0);
});

test('writes minutes and two digits of seconds, beyond the hour too', () => {
  for (const [seconds, text] of [
    [0, '0:00'],
    [5, '0:05'],
    [65, '1:05'],
    [3600, '60:00'],
    [43_199, '719:59'],
  ] as const) {
    assert.equal(minutesAndSeconds(seconds), text);
  }
});
