import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standingOf } from './standing.ts';

const now = 1_800_000_000;
const well = { audited_at: now - 30, open_breaches: 0, dead_letters: 0 };

test('all is well when an audit has looked lately and nothing was found', () => {
  assert.equal(standingOf(well, now), 'well');
  assert.equal(standingOf({ ...well, audited_at: now - 600 }, now), 'well');
});

test('the worst is said: a breach, then that nobody has looked, then events that were not booked', () => {
  assert.equal(standingOf({ ...well, dead_letters: 1 }, now), 'letters');
  assert.equal(standingOf({ ...well, dead_letters: 1, audited_at: now - 601 }, now), 'unseen');
  assert.equal(standingOf({ ...well, audited_at: 0 }, now), 'unseen');
  assert.equal(standingOf({ audited_at: 0, open_breaches: 1, dead_letters: 1 }, now), 'breached');
});
