import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LearnedLimit } from './learned-limit.ts';

const most = 1_000;
const lagLimitMs = 100;
const [late, inTime] = [150, 10];

/** How many a process takes in of whom it is asked to, beside those that run. */
function takesIn(limit: LearnedLimit, running: number): number {
  let taken = 0;
  while (taken < 2 * most && limit.allows(running + taken)) taken++;
  return taken;
}

/** A loop that bears `capacity` requests, each of which takes ten looks, and is asked for far more: how many run at each look. */
function play(limit: LearnedLimit, capacity: number, looks: number): number[] {
  const runs: number[] = [];
  const begun: number[] = [];
  for (let look = 0; look < looks; look++) {
    const running = begun.slice(-10).reduce((sum, count) => sum + count, 0);
    begun.push(Math.min(takesIn(limit, running), capacity));
    runs.push(running);
    limit.learn(running > capacity ? late : inTime, running);
  }
  return runs;
}

test('nobody is turned away below the most as long as the loop is in time', () => {
  const limit = new LearnedLimit(most, lagLimitMs);
  for (const running of [0, 500, most]) limit.learn(inTime, running);
  assert.equal(takesIn(limit, 0), most);
});

test('what runs settles near what the loop can bear, whatever is asked', () => {
  for (const capacity of [40, 300, 700]) {
    const settled = play(new LearnedLimit(most, lagLimitMs), capacity, 600).slice(200);
    const mean = settled.reduce((sum, running) => sum + running, 0) / settled.length;
    assert.ok(mean > capacity * 0.8 && mean < capacity * 1.1, `${mean.toFixed(0)} run where ${capacity} can`);
    assert.ok(Math.max(...settled) < capacity * 1.5, `${Math.max(...settled)} ran where ${capacity} can`);
  }
});

test('one late look of a loop with few requests turns nobody away who comes alone', () => {
  const limit = new LearnedLimit(most, lagLimitMs);
  limit.learn(60_000, 1);
  assert.equal(takesIn(limit, 1), 7);
});

test('late again and again while long ones run: cut by what runs, not down to nothing', () => {
  const limit = new LearnedLimit(most, lagLimitMs);
  for (let look = 0; look < 100; look++) limit.learn(late, 500);
  assert.equal(takesIn(limit, 0), 450);
});

test('more may run bit by bit while people are turned away and the loop is in time', () => {
  const limit = new LearnedLimit(most, lagLimitMs);
  limit.learn(late, 500);
  for (let look = 0; look < 10; look++) {
    assert.equal(limit.allows(most), false);
    limit.learn(inTime, 450);
  }
  const taken = takesIn(limit, 0);
  assert.ok(taken > 500 && taken < 600, `${taken} after ten looks`);
});

test('a burst that has passed is forgotten within seconds of less load', () => {
  const limit = new LearnedLimit(most, lagLimitMs);
  limit.learn(late, 20);
  assert.equal(takesIn(limit, 0), 18);
  limit.learn(inTime, 5);
  for (let look = 0; look < 30; look++) limit.learn(inTime, 5);
  assert.equal(takesIn(limit, 0), most);
});
