import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import dayjs from 'dayjs';
import { stretchesOf, stretchText, tickText } from './stretch.ts';

const zone = process.env.TZ;
const inZone = (name: string) => {
  process.env.TZ = name;
};
before(() => inZone('Europe/Berlin'));
after(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

const at = (text: string) => dayjs(text).unix();
const shown = (begins: readonly number[]) => begins.map((begin) => dayjs.unix(begin).format('MM-DD HH:mm'));

test('days begin at midnight also where clocks change', () => {
  const days = stretchesOf(at('2026-10-24T10:00:00'), at('2026-10-27T00:00:00'), 'day');
  assert.deepEqual(shown(days), ['10-24 00:00', '10-25 00:00', '10-26 00:00']);
});

test('the day on which clocks go back has 25 hours', () => {
  assert.equal(stretchesOf(at('2026-10-25T00:00:00'), at('2026-10-26T00:00:00'), 'hour').length, 25);
});

test('weeks begin on the Monday before', () => {
  const weeks = stretchesOf(at('2026-11-08T12:00:00'), at('2026-11-17T00:00:00'), 'week');
  assert.deepEqual(shown(weeks), ['11-02 00:00', '11-09 00:00', '11-16 00:00']);
});

test('hours are whole hours of clocks that differ by half ones', () => {
  inZone('Asia/Kolkata');
  const [first] = stretchesOf(Date.UTC(2026, 10, 21, 4) / 1000, Date.UTC(2026, 10, 21, 6) / 1000, 'hour');
  assert.equal(dayjs.unix(first as number).format('HH:mm'), '09:00');
  inZone('Europe/Berlin');
});

test('stretches are named in the language', () => {
  const begin = at('2026-11-16T09:00:00');
  assert.equal(tickText(begin, 'hour', true, 'en'), '09:00');
  assert.equal(tickText(begin, 'day', true, 'en'), 'Nov 16');
  assert.match(stretchText(begin, 'hour', 'en'), /^Mon, Nov 16, 2026, 09:00–10:00$/);
  assert.match(stretchText(at('2026-11-16T00:00:00'), 'week', 'en'), /Nov 16\s–\s22, 2026/);
});
