import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogFilter, LogRow } from './api.ts';
import { follow, sinceNewest } from './live-rows.ts';

const row = (id: number, at: number, quota = 0) => ({ id, created_at: at, quota }) as LogRow;
const start = { rows: [row(2, 200), row(1, 100)], fresh: new Set<number>() };
const filter = { start: 50, end: 900, type: 2, token: 'a' } as LogFilter;

test('each row stands once, newest first, and new ones are marked', () => {
  const { rows, fresh } = follow(start, [row(3, 300), row(2, 200)]);
  assert.deepEqual(
    rows.map(({ id }) => id),
    [3, 2, 1],
  );
  assert.deepEqual([...fresh], [3]);
});

test('a request that began long ago takes its place in time', () => {
  const { rows, fresh } = follow(start, [row(3, 150)]);
  assert.deepEqual(
    rows.map(({ id }) => id),
    [2, 3, 1],
  );
  assert.ok(fresh.has(3));
});

test('a row that goes on shows its latest state and is not new', () => {
  const { rows, fresh } = follow(start, [row(2, 200, 77)]);
  assert.equal(rows[0]?.quota, 77);
  assert.equal(fresh.size, 0);
});

test('marks stay while nothing comes', () => {
  const once = follow(start, [row(3, 300)]);
  assert.deepEqual([...follow(once, []).fresh], [3]);
});

test('asks from a while before the newest row, never before the filter, with no end', () => {
  const late = { rows: [row(9, 5000)], fresh: new Set<number>() };
  assert.deepEqual(sinceNewest(filter, late), { ...filter, start: 4400, end: 0 });
  assert.equal(sinceNewest(filter, start).start, 50);
  assert.equal(sinceNewest(filter, { rows: [], fresh: new Set() }).start, 50);
});
