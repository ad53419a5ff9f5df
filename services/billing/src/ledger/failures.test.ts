import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UsageEvent } from '@switchyard/contracts';
import { usageEvent } from '../testing/usage-event.ts';
import { causeOf, failedTries } from './failures.ts';
import { recordOf } from './usage-record.ts';

const record = (fields: Partial<UsageEvent>) => recordOf(usageEvent({ userId: 1, tokenId: 1, ...fields }));
const at = (...statuses: number[]) =>
  statuses.map((status, index) => ({ channelId: index + 1, status, durationMs: 10 }));

for (const [fields, cause] of [
  [{ status: 200 }, undefined],
  [{ status: 499, ended: 'client_gone', error: 'The client left.' }, 'client_gone'],
  [{ status: 504, ended: 'timed_out', error: 'late' }, 'timed_out'],
  [{ status: 200, ended: 'interrupted', error: 'stopped' }, 'interrupted'],
  [{ status: 429, ended: 'upstream_failed', error: 'busy' }, 'rate_limited'],
  [{ status: 400, ended: 'upstream_failed', error: 'no such field' }, 'rejected'],
  [{ status: 502, ended: 'upstream_failed', error: 'broken' }, 'upstream'],
] as const) {
  test(`status ${fields.status}, ${cause ?? 'no error'}: a client is told one cause`, () => {
    assert.equal(causeOf(record(fields)), cause);
  });
}

test('channels answer for the tries that they spoiled, also when another one served the request', () => {
  assert.deepEqual(failedTries(record({ tries: at(500, 0, 401, 429, 200) })), [
    { channelId: 1, cause: 'upstream' },
    { channelId: 2, cause: 'no_answer' },
    { channelId: 3, cause: 'credential' },
    { channelId: 4, cause: 'rate_limited' },
  ]);
});

test('an answer that breaks off after a good status is a failure of its channel', () => {
  const broken = record({ status: 502, ended: 'upstream_failed', error: 'broken', tries: at(200) });
  assert.deepEqual(failedTries(broken), [{ channelId: 1, cause: 'upstream' }]);
});

test('no channel answers for wrong requests and for clients that leave', () => {
  assert.deepEqual(failedTries(record({ status: 400, ended: 'upstream_failed', error: 'bad', tries: at(400) })), []);
  assert.deepEqual(failedTries(record({ status: 499, ended: 'client_gone', error: 'left', tries: at(0) })), []);
});
