import assert from 'node:assert/strict';
import { test } from 'node:test';
import { latencyBucket } from '@switchyard/db';
import { percentile } from './percentile.ts';

function countsOf(times: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const ms of times) counts.set(latencyBucket(ms), (counts.get(latencyBucket(ms)) ?? 0) + 1);
  return counts;
}

test('percentiles are exact to the width of a bucket, whatever the times are', () => {
  const spreads: Record<string, (index: number) => number> = {
    even: (index) => 100 + index,
    steep: (index) => 20 * 1.006 ** index,
    'two humps': (index) => (index % 3 === 0 ? 8_000 + index : 200 + index / 10),
  };
  for (const [name, time] of Object.entries(spreads)) {
    const times = Array.from({ length: 1_000 }, (_, index) => time(index)).sort((a, b) => a - b);
    for (const share of [0.5, 0.95, 0.99]) {
      const exact = times[Math.ceil(share * times.length) - 1] as number;
      const found = percentile(countsOf(times), share) as number;
      assert.ok(Math.abs(found / exact - 1) < 0.19, `${name}, ${share}: ${found} for ${exact}`);
    }
  }
});

test('there is none without requests, also where some were taken out again', () => {
  assert.equal(percentile(new Map(), 0.5), null);
  assert.equal(percentile(new Map([[40, 0]]), 0.95), null);
});
