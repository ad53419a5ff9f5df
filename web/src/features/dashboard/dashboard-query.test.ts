import assert from 'node:assert/strict';
import { test } from 'node:test';
import dayjs from 'dayjs';
import { bucketsOf, inPeriod, readDashboardQuery, writeDashboardQuery } from './dashboard-query.ts';

const now = dayjs('2026-11-21T14:30:00');
const read = (text: string, preferred: 'hour' | 'day' | 'week' = 'hour') =>
  readDashboardQuery(new URLSearchParams(text), now, preferred);
const day = (seconds: number) => dayjs.unix(seconds).format('MM-DD HH:mm');

test('the page opens with what goes with the steps that the site prefers', () => {
  assert.deepEqual(
    (['hour', 'day', 'week'] as const).map((preferred) => {
      const { span, bucket } = read('', preferred);
      return [span, bucket];
    }),
    [
      ['today', 'hour'],
      ['7d', 'day'],
      ['90d', 'week'],
    ],
  );
});

test('periods begin at midnight and end now, or with the last day', () => {
  const week = read('period=7d');
  assert.deepEqual([day(week.start), week.end, week.bucket], ['11-15 00:00', 0, 'day']);
  const fixed = read('from=2026-11-01&to=2026-11-10');
  assert.deepEqual([day(fixed.start), day(fixed.end), fixed.span], ['11-01 00:00', '11-10 23:59', undefined]);
});

test('what is written is read back the same', () => {
  for (const text of [
    'period=today',
    'period=30d&by=week&user=ann',
    'period=90d&show=tokens',
    'from=2026-11-01&to=2026-11-03&by=hour',
  ]) {
    assert.equal(writeDashboardQuery(read(text), now).toString(), text);
  }
});

test('nonsense in the address counts as not said', () => {
  for (const text of [
    'period=year',
    'from=2026-11-10&to=2026-11-01',
    'from=2026-13-99&to=x',
    'from=2020-01-01&to=2026-11-01',
    'by=minute',
    'show=all',
  ]) {
    assert.deepEqual(read(text), read(''), text);
  }
});

test('steps that a period is too long or too short for are not offered', () => {
  assert.deepEqual(bucketsOf(read('period=today'), now), ['hour']);
  assert.deepEqual(bucketsOf(read('period=7d'), now), ['hour', 'day']);
  assert.deepEqual(bucketsOf(read('period=90d'), now), ['day', 'week']);
  assert.equal(read('period=90d&by=hour').bucket, 'day');
});

test('another period comes with its own steps and keeps the rest', () => {
  const next = inPeriod(read('period=90d&by=week&user=ann&show=tokens'), 'today', now);
  assert.deepEqual([next.span, next.bucket, next.username, next.measure], ['today', 'hour', 'ann', 'tokens']);
});
