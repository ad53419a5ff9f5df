import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rememberedRequests } from '@switchyard/testing/upstream';
import { readMinutes } from './random-schedule.ts';

/** A hundred requests a second. */
const crowds = [
  { lanes: 8, pauseMs: 100 },
  { lanes: 4, pauseMs: 200 },
];

test('a run is no longer than the upstream remembers requests', () => {
  const most = Math.floor(rememberedRequests / 6_000);
  assert.equal(readMinutes(undefined, crowds), 10);
  assert.equal(readMinutes(String(most), crowds), most);
  for (const minutes of [String(most + 1), '0', '-1', 'ten']) {
    assert.throws(() => readMinutes(minutes, crowds), new RegExp(`a number up to ${most}`), minutes);
  }
});
