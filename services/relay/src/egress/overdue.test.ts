import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Attempt } from './attempt.ts';
import { overdue } from './overdue.ts';

const timeouts = { connectMs: 1_000, firstByteMs: 5_000, idleMs: 10_000, totalMs: 60_000 };
const attempt = { candidate: { channel: { timeouts } }, status: 0, begunAt: 100 } as unknown as Attempt;
const at = (now: number, filesReadAt = 0) => overdue(attempt, { begunAt: 100, filesReadAt, lastByteAt: 0 }, false, now);

test('a host that does not begin in time is to blame', () => {
  assert.equal(at(5_100), undefined);
  assert.equal(at(5_101)?.blame, 'channel');
});

test('a host is not to blame for the time that the client’s own files took', () => {
  assert.equal(at(9_000, Number.POSITIVE_INFINITY), undefined, 'while they are read');
  assert.equal(at(12_000, 8_000), undefined, 'before the host had its time');
  assert.equal(at(13_001, 8_000)?.blame, 'channel');
});
