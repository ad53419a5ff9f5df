import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFigures } from './figures.ts';
import { needsOf } from './needs.ts';

test('needs grow with the load, and a chunk and a second of an answer count as often as it has them', () => {
  const figures = {
    ...readFigures(),
    relayMicrosecondsPerRequest: 60,
    relayMicrosecondsPerChunk: 6,
    relayBytesPerStream: 1e6,
  };
  const load = { requestsPerSecond: 1000, chunksPerAnswer: 90, secondsPerAnswer: 2 };
  const needs = needsOf(load, figures);
  assert.equal(needs.relayCores, 1);
  assert.equal(needs.openAnswers, 2000);
  assert.equal(needs.relayGigabytes, 2);
  const tenfold = needsOf({ ...load, requestsPerSecond: 10_000 }, figures);
  for (const [name, need] of Object.entries(needs)) {
    assert.ok(Math.abs(tenfold[name as keyof typeof needs] / need - 10) < 1e-9, name);
  }
});
