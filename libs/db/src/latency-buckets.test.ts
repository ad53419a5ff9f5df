import assert from 'node:assert/strict';
import { test } from 'node:test';
import { latencyBound, latencyBucket } from './latency-buckets.ts';

test('a time lies between the bounds of its bucket', () => {
  for (const ms of [2, 3, 7, 100, 250, 999, 1_000, 1_024, 1_025, 60_000, 3_600_000]) {
    const bucket = latencyBucket(ms);
    assert.ok(ms <= latencyBound(bucket) * (1 + 1e-9), `${ms} above`);
    assert.ok(ms > latencyBound(bucket - 1) * (1 - 1e-9), `${ms} below`);
  }
});

test('no time is too short or too long for a bucket', () => {
  assert.deepEqual([0, 1, 2 ** 24, 1e12].map(latencyBucket), [0, 0, 96, 96]);
});
