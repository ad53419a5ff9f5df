import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PeriodSums } from './period-sums.ts';

function sumsOf(...requests: readonly (readonly [string, number])[]) {
  const sums = new PeriodSums();
  for (const [time, quota] of requests) sums.add(Date.parse(time), quota);
  return { ...sums };
}

test('only the newest day and month count, in whatever order requests come', () => {
  const requests = [
    ['2026-11-30T23:59:59.999Z', 1],
    ['2026-12-01T00:00:00Z', 10],
    ['2026-12-02T08:00:00Z', 100],
    ['2026-12-02T23:59:59Z', 1_000],
  ] as const;
  const expected = { day: '2026-12-02', dayQuota: 1_100, month: '2026-12', monthQuota: 1_110 };
  assert.deepEqual(sumsOf(...requests), expected);
  assert.deepEqual(sumsOf(...requests.toReversed()), expected);
});
