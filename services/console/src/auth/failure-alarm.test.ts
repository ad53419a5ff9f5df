import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureAlarm } from './failure-alarm.ts';

const bucketMs = 10 * 60_000;
const dayMs = 144 * bucketMs;

/** How many alarms `count` failures at one time raise. */
function alarms(note: (nowMs: number) => boolean, count: number, nowMs: number): number {
  return Array.from({ length: count }, () => note(nowMs)).filter(Boolean).length;
}

test('a hundred failures in ten quiet minutes raise one alarm, a few raise none', () => {
  const note = failureAlarm();
  assert.equal(alarms(note, 99, 0), 0);
  assert.equal(alarms(note, 500, bucketMs), 1);
  assert.equal(alarms(note, 500, 2 * bucketMs), 1);
});

test('where many people mistype all day, the alarm comes at ten times that', () => {
  const note = failureAlarm();
  for (let time = 0; time < dayMs; time += bucketMs) alarms(note, 50, time);
  assert.equal(alarms(note, 499, dayMs), 0);
  assert.equal(alarms(note, 1, dayMs), 1);
});

test('what was usual is forgotten after a day without failures', () => {
  const note = failureAlarm();
  for (let time = 0; time < dayMs; time += bucketMs) alarms(note, 50, time);
  assert.equal(alarms(note, 100, 3 * dayMs), 1);
});
