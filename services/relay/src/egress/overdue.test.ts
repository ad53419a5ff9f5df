import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Candidate } from '../routing/candidates.ts';
import { defaultTimeouts } from '../routing/timeouts.ts';
import { Attempt, type AttemptListener } from './attempt.ts';
import { leftInSilence, overdue } from './overdue.ts';

const timeouts = { connectMs: 1_000, firstByteMs: 5_000, wholeAnswerMs: 20_000, idleMs: 10_000, totalMs: 60_000 };
const attempt = { candidate: { channel: { timeouts } }, status: 0, begunAt: 100, lastByteAt: 0 } as unknown as Attempt;
const at = (now: number, filesReadAt = 0, streams = true) =>
  overdue(attempt, { begunAt: 100, filesReadAt, streams }, false, now);

test('a host that does not begin in time is to blame', () => {
  assert.equal(at(5_100), undefined);
  assert.equal(at(5_101)?.blame, 'channel');
});

test('an answer that is not streamed may take longer, for its first byte is its end', () => {
  assert.equal(at(20_100, 0, false), undefined);
  assert.equal(at(20_101, 0, false)?.blame, 'channel');
});

test('a host is given up before official clients are, which wait for ten minutes', () => {
  assert.ok(defaultTimeouts.wholeAnswerMs <= 570_000);
});

test('a host is to blame for a client that left after a silence in which a stream would have begun', () => {
  const left = (now: number, filesReadAt = 0, status = 0) =>
    leftInSilence({ ...attempt, status } as Attempt, filesReadAt, now)?.blame;
  assert.equal(left(5_100), undefined);
  assert.equal(left(5_101), 'channel');
  assert.equal(left(5_101, 200), undefined, 'a file of the client was read first');
  assert.equal(left(9_000, Number.POSITIVE_INFINITY), undefined, 'while one is read');
  assert.equal(left(9_000, 0, 200), undefined, 'it had begun');
});

test('a host is not to blame for the time that the client’s own files took', () => {
  assert.equal(at(9_000, Number.POSITIVE_INFINITY), undefined, 'while they are read');
  assert.equal(at(12_000, 8_000), undefined, 'before the host had its time');
  assert.equal(at(13_001, 8_000)?.blame, 'channel');
});

test('a host that had to wait for a slow client is silent only from when it is read again', (t) => {
  let now = 100;
  t.mock.method(performance, 'now', () => now);
  const candidate = { channel: { timeouts } } as unknown as Candidate;
  const listener = { onStart: () => true, onData() {} } as unknown as AttemptListener;
  const slow = new Attempt(candidate, {} as Attempt['endpoint'], listener);
  const controller = { pause() {}, resume() {} } as Parameters<Attempt['onRequestStart']>[0];
  slow.onRequestStart(controller);
  slow.onResponseStart(controller, 200, {});
  slow.onResponseData(controller, Buffer.from('x'));
  slow.pause();
  now += 20_000;
  slow.resume();
  const late = () => overdue(slow, { begunAt: 100, filesReadAt: 0, streams: true }, false, now);
  assert.equal(late(), undefined);
  now += 10_001;
  assert.equal(late()?.blame, 'channel');
});
