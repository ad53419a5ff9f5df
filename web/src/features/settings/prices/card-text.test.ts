import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardParts, cardText, withExample } from './card-text.ts';

const now = Date.UTC(2026, 11, 31, 23);
const card = { input: '2', output: '8', perMinute: '0.1', toolFees: { search: '9' } };
const example = (part: (typeof cardParts)[number], text = cardText(card)) =>
  JSON.parse(withExample(text, part, now) ?? 'null');

test('cheaper hours name the token prices of the card and no others', () => {
  const hours = { peakHoursUtc: ['08:00-20:00'], peakDays: 'Mon-Fri' };
  assert.deepEqual(example('offPeak'), { ...card, offPeak: { ...hours, input: '2', output: '8' } });
});

test('a coming price is the whole card from the first day of the next month on', () => {
  const next = { from: '2027-01-01', ...card };
  assert.deepEqual(example('next'), { ...card, next });
  assert.deepEqual(example('next', cardText({ ...card, next: { from: '2026-12-01' } })), { ...card, next });
});

test('an example leaves everything else as it is, and no JSON alone', () => {
  assert.deepEqual(example('serviceTiers'), { ...card, serviceTiers: { priority: '2', flex: '0.5' } });
  for (const part of cardParts) assert.equal(withExample('{"input": ', part, now), undefined);
  assert.equal(cardText(undefined), '');
});
