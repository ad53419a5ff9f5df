import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reading } from './trend.ts';
import { concludeFrom } from './watch.ts';

/** Twenty readings, every five seconds. */
const readings = (value: (index: number) => number) =>
  Array.from({ length: 20 }, (_, index): Reading => [index * 5, value(index)]);
const noDrift = Array<number>(20).fill(0);
const problems = (series: Record<string, Reading[]>, drifts = noDrift, failures: string[] = []) =>
  concludeFrom(series, drifts, failures).problems;

test('a run in which all stands still, or rises by less than anybody minds, holds', () => {
  assert.deepEqual(problems({ 'relay 1: memory MiB': readings((index) => 300 + index) }), []);
});

test('each figure that rises by more, and books that drift, are problems', () => {
  for (const figure of ['memory MiB', 'descriptors', 'loop lag ms', 'spool MiB']) {
    const name = `relay 1: ${figure}`;
    assert.deepEqual(problems({ [name]: readings((index) => 300 + index * 3) }), [`${name} grows`]);
  }
  assert.deepEqual(problems({}, [...noDrift, -5, 0]), ['books drifted by 5']);
});

test('a run whose readings failed holds nothing', () => {
  assert.deepEqual(problems({}, noDrift, ['Error: no figure', 'Error: again']), [
    '2 readings failed, the first with Error: no figure',
  ]);
  assert.deepEqual(problems({}, []), ['too few readings: take a longer run']);
});
