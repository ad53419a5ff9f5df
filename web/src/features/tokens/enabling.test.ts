import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enablingObstacle } from './enabling.ts';

const off = { status: 2, expired_time: -1, unlimited_quota: true, remain_quota: 0 };
const now = 1_800_000_000;

test('a key that was only switched off can be switched on', () => {
  assert.equal(enablingObstacle(off, now), undefined);
  assert.equal(enablingObstacle({ ...off, expired_time: now + 1 }, now), undefined);
  assert.equal(enablingObstacle({ ...off, unlimited_quota: false, remain_quota: 1 }, now), undefined);
});

test('an expired key stays off, also when it was switched off before', () => {
  assert.equal(enablingObstacle({ ...off, status: 3 }, now), 'expired');
  assert.equal(enablingObstacle({ ...off, expired_time: now }, now), 'expired');
});

test('a key without quota stays off unless it is unlimited; expiry is named first', () => {
  const spent = { ...off, unlimited_quota: false };
  assert.equal(enablingObstacle(spent, now), 'exhausted');
  assert.equal(enablingObstacle({ ...spent, remain_quota: -5 }, now), 'exhausted');
  assert.equal(enablingObstacle({ ...spent, expired_time: now - 1 }, now), 'expired');
});
