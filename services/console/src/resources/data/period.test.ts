import assert from 'node:assert/strict';
import { test } from 'node:test';
import { periodBefore } from './period.ts';

const at = (text: string) => new Date(`2026-11-${text}:00Z`);
const before = (from: string, to: string, now: string) => {
  const period = periodBefore({ from: at(from), before: at(to) }, at(now).getTime());
  return [period.from, period.before].map((time) => time.toISOString().slice(8, 16));
};

test('today is compared with yesterday up to the same hour', () => {
  assert.deepEqual(before('21T00:00', '21T15:00', '21T14:40'), ['20T00:00', '20T15:00']);
  assert.deepEqual(before('21T00:00', '21T15:00', '21T14:20'), ['20T00:00', '20T14:00']);
});

test('days are compared with as many days before', () => {
  assert.deepEqual(before('15T00:00', '21T15:00', '21T14:59'), ['08T00:00', '14T15:00']);
  assert.deepEqual(before('10T00:00', '12T00:00', '21T14:59'), ['08T00:00', '10T00:00']);
});

test('a period that has hardly begun is compared with nothing', () => {
  assert.deepEqual(before('21T00:00', '21T01:00', '21T00:05'), ['20T00:00', '20T00:00']);
});
