import assert from 'node:assert/strict';
import { test } from 'node:test';
import dayjs from 'dayjs';
import { type LogQuery, readLogQuery, viewSearch, writeLogQuery } from './log-query.ts';

const now = dayjs('2026-11-21T15:30:00');
const read = (text: string): LogQuery => readLogQuery(new URLSearchParams(text), now, 500_000);

test('without a word the log shows today until in an hour', () => {
  const query = read('');
  assert.equal(query.span, 'today');
  assert.equal(query.start, now.startOf('day').unix());
  assert.equal(query.end, now.add(1, 'hour').unix());
  assert.equal(writeLogQuery(query).toString(), '');
});

test('an address shows the same rows when it is read again', () => {
  for (const text of [
    'span=week&type=5',
    'start=1790000000&end=1790003600&token=a+b&page=3',
    'start=0&end=1790003600',
    'model=gpt-4o&group=vip&channel=7&username=ann&cost=0.25&size=50',
  ]) {
    assert.equal(writeLogQuery(read(text)).toString(), text);
  }
});

test('a period that moves follows the clock, a fixed one stays', () => {
  const later = now.add(2, 'day');
  const again = (text: string) => readLogQuery(new URLSearchParams(text), later, 500_000);
  assert.equal(again('span=week').start - read('span=week').start, 2 * 86_400);
  assert.equal(again('start=1790000000&end=1790003600').end, 1_790_003_600);
});

test('a bound that is left out is open', () => {
  assert.deepEqual([read('start=1790000000').end, read('end=1790000000').start], [0, 0]);
});

test('what cannot be read counts as not said', () => {
  assert.deepEqual(read('span=ever&type=x&channel=seven&cost=-1&page=-2&size=9e9'), read(''));
  assert.equal(read('size=5000').pageSize, 100);
});

test('the least cost is exact in quota', () => {
  assert.equal(read('cost=0.000002').minQuota, 1);
  assert.equal(read('cost=0.1').minQuota, 50_000);
});

test('a view keeps the rows, not the page', () => {
  assert.equal(viewSearch(read('span=month&type=5&page=4&size=50')), 'span=month&type=5');
});
