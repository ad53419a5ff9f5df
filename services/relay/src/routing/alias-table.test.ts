import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AliasTable } from './alias-table.ts';

const steps = 40_000;

/** How often each index is drawn by numbers that are spread evenly. */
function drawn(weights: readonly number[]): number[] {
  const table = new AliasTable(weights);
  const counts = weights.map(() => 0);
  for (let step = 0; step < steps; step++) {
    const index = table.draw(step / steps);
    counts[index] = (counts[index] as number) + 1;
  }
  return counts;
}

test('shares are those of the weights, and who has none is not drawn', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constant(0), fc.nat({ max: 10_000 }), fc.nat({ max: 2 ** 31 - 1 })), {
        minLength: 1,
        maxLength: 40,
      }),
      (weights) => {
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        const counts = drawn(weights);
        for (const [index, weight] of weights.entries()) {
          const share = total > 0 ? weight / total : 1 / weights.length;
          const count = counts[index] as number;
          if (share === 0) assert.equal(count, 0);
          // A step may fall on either side of each border between columns.
          assert.ok(Math.abs(count - share * steps) <= 2 * weights.length, `${count} for ${share * steps}`);
        }
      },
    ),
  );
});

test('the greatest number below 1 draws the last column', () => {
  for (const length of [1, 2, 3, 5, 7, 9_000, 10_000]) {
    const weights = Array.from({ length }, () => 1);
    assert.equal(new AliasTable(weights).draw(1 - 2 ** -53), length - 1);
  }
});
