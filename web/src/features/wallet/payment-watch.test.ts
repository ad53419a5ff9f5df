import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer, coinSchedule, hear, pageSchedule, startWatch, type Watch } from './payment-watch.ts';

function after(answers: readonly Answer[], schedule = pageSchedule): Watch {
  return answers.reduce((watch, answer) => hear(watch, answer, schedule), startWatch(schedule));
}

function delays(count: number, schedule = pageSchedule): number[] {
  return Array.from({ length: count }, (_, asked) => {
    const watch = after(Array<Answer>(asked).fill('pending'), schedule);
    return watch.phase === 'waiting' ? watch.delayMs : -1;
  });
}

test('asks after 3 s, then half as long again each time, at most every 30 s, 24 times', () => {
  const all = delays(24);
  assert.deepEqual(all.slice(0, 7), [3000, 4500, 6750, 10_125, 15_187.5, 22_781.25, 30_000]);
  assert.deepEqual(new Set(all.slice(6)), new Set([30_000]));
  assert.deepEqual(after(Array<Answer>(24).fill('pending')), { phase: 'givenUp', unanswered: false });
});

test('asks about coins every 3 s and does not give up', () => {
  assert.deepEqual(new Set(delays(500, coinSchedule)), new Set([3000]));
});

test('ends with the first word that is final, and stays there', () => {
  assert.deepEqual(after(['pending', 'success']), { phase: 'success' });
  assert.deepEqual(after(['pending', 'failed', 'pending', 'success']), { phase: 'failed' });
  assert.deepEqual(after(['success', 'none', 'failed']), { phase: 'success' });
});

test('a question without an answer counts, is told, and is forgotten with the next answer', () => {
  assert.deepEqual(after(['none']), { phase: 'waiting', asked: 1, delayMs: 4500, unanswered: true });
  assert.deepEqual(after(['none', 'pending']), { phase: 'waiting', asked: 2, delayMs: 6750, unanswered: false });
  assert.deepEqual(after(Array<Answer>(24).fill('none')), { phase: 'givenUp', unanswered: true });
});
