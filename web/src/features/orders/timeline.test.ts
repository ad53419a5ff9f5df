import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderFile } from './api.ts';
import { readOutcome, timelineOf } from './timeline.ts';

const file = (order: object, rest: object = {}) =>
  ({
    order: { state: 'pending', created_at: 100, expires_at: 700, credited_at: 0, ...order },
    calls: [],
    refunds: [],
    ...rest,
  }) as unknown as OrderFile;

test('tells what happened from the first to the last, causes before what they led to', () => {
  const events = timelineOf(
    file(
      { state: 'partially_refunded', credited_at: 300 },
      {
        calls: [
          { received_at: 300, times: 2, outcome: 'paid: credited' },
          { received_at: 200, times: 1, outcome: 'pending: unchanged' },
        ],
        refunds: [{ kind: 'refund', created_at: 400, amount: '1.00', quota: 5, state: 'sent', reason: 'asked for' }],
      },
    ),
    10_000,
  );
  assert.deepEqual(
    events.map(({ kind, at }) => [kind, at]),
    [
      ['ordered', 100],
      ['called', 200],
      ['called', 300],
      ['credited', 300],
      ['refund', 400],
    ],
  );
});

test('an order that nobody paid has expired, once its time is over', () => {
  const kinds = (order: object, now: number) => timelineOf(file(order), now).map(({ kind }) => kind);
  assert.deepEqual(kinds({}, 699), ['ordered']);
  assert.deepEqual(kinds({}, 700), ['ordered', 'expired']);
  assert.deepEqual(kinds({ state: 'expired' }, 100), ['ordered', 'expired']);
  assert.deepEqual(kinds({ state: 'failed' }, 900), ['ordered']);
});

test('reads outcomes of two known words, and leaves sentences as they are', () => {
  assert.deepEqual(readOutcome('paid: credited'), { status: 'paid', applied: 'credited' });
  assert.deepEqual(readOutcome('held: review'), { status: 'held', applied: 'review' });
  for (const text of ['', 'unknown order', 'paid: twice', 'a: b: c', 'said to be paid, not confirmed']) {
    assert.equal(readOutcome(text), undefined, text);
  }
});
