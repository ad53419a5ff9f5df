import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { polled } from './polled.ts';

const page = { isVisible: true };
const config = { isVisible: () => page.isVisible, isOnline: () => true };
const options = { retryCount: 1, dedupe: true };

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout'] });
  page.isVisible = true;
});

/** Has a call fail as SWR tells it, and counts how often it is tried again. */
function failing(intervalMs: number, key: string) {
  const tries = { count: 0 };
  const { onErrorRetry } = polled(intervalMs);
  const fail = () =>
    onErrorRetry(
      new Error('502'),
      key,
      config,
      async () => {
        tries.count++;
        return true;
      },
      options,
    );
  return { tries, fail };
}

test('a poll that fails is tried again after its interval, as often as it fails', () => {
  const { tries, fail } = failing(1000, 'a');
  for (const count of [1, 2]) {
    fail();
    mock.timers.tick(999);
    assert.equal(tries.count, count - 1);
    mock.timers.tick(1);
    assert.equal(tries.count, count);
  }
});

test('failures of one key begin one row of tries', () => {
  const { tries, fail } = failing(1000, 'b');
  fail();
  fail();
  mock.timers.tick(1000);
  assert.equal(tries.count, 1);
});

test('on a hidden page it waits until somebody looks', () => {
  const { tries, fail } = failing(1000, 'c');
  page.isVisible = false;
  fail();
  mock.timers.tick(3000);
  assert.equal(tries.count, 0);
  page.isVisible = true;
  mock.timers.tick(1000);
  assert.equal(tries.count, 1);
});

test('what is not polled is not tried again', () => {
  assert.equal(polled(0).shouldRetryOnError, false);
  assert.equal(polled(1000).shouldRetryOnError, true);
});

test('an answer that is final ends the polling', () => {
  const { refreshInterval } = polled<{ running: boolean }>(1000, (latest) => latest?.running === true);
  assert.ok(typeof refreshInterval === 'function');
  assert.deepEqual([refreshInterval({ running: true }), refreshInterval({ running: false })], [1000, 0]);
});
