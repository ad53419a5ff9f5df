import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Histogram, Registry } from '@prometheus-io/client';
import { Tally } from './tally.ts';
import { TallyHistogram } from './tally-histogram.ts';

test("tallies are told exactly as the library's own histogram would tell them", async () => {
  const [ours, theirs] = [new Registry(), new Registry()];
  const bounds = [0.1, 1, 10];
  const fields = { name: 'duration_seconds', help: 'A duration.', labelNames: ['model'] };
  const histogram = new Histogram<string>({ ...fields, buckets: bounds, registers: [theirs] });
  const tallies = { small: new Tally(bounds), 'with "quotes"\n': new Tally(bounds) };
  new TallyHistogram(ours, {
    ...fields,
    bounds,
    read: () => Object.entries(tallies).map(([model, tally]) => [{ model }, tally] as const),
  });
  for (const [model, tally] of Object.entries(tallies)) {
    for (const value of [0, 0.1, 0.25, 1, 1.5, 10, 11, 1e9]) {
      tally.add(value);
      histogram.observe({ model }, value);
    }
  }
  const sorted = (text: string) => text.split('\n').sort();
  assert.deepEqual(sorted(await ours.metrics()), sorted(await theirs.metrics()));
});
