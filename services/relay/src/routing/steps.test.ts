import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { Steps } from './steps.ts';

test('others are served between steps that take long, and short ones are not interrupted', async () => {
  let nowMs = 0;
  mock.method(performance, 'now', () => nowMs);
  const steps = new Steps();
  let served = 0;
  setImmediate(() => served++);
  nowMs = 4;
  await steps.next();
  assert.equal(served, 0);
  nowMs = 5;
  await steps.next();
  assert.equal(served, 1);
});
