import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mostConnected, mostRunning } from './open-files.ts';

test('no more requests may run than there are files for their two connections', () => {
  assert.equal(mostRunning(10_000, 1_047_576), 10_000);
  assert.equal(mostRunning(10_000, 19_000), 9_500);
  assert.equal(mostRunning(10_000, 768), 384);
  assert.equal(mostRunning(10_000, 1), 1);
  assert.equal(mostRunning(10_000, Number.POSITIVE_INFINITY), 10_000);
});

test('clients leave room for the upstreams of what runs', () => {
  assert.equal(mostConnected(10_000, 1_047_576), 1_037_576);
  assert.equal(mostConnected(9_500, 19_000), 9_500);
  assert.equal(mostConnected(384, 768), 384);
  assert.equal(mostConnected(1, 1), 1);
  assert.equal(mostConnected(10_000, Number.POSITIVE_INFINITY), Number.POSITIVE_INFINITY);
});
