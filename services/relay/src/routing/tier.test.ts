import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Candidate } from './candidates.ts';
import { Tier } from './tier.ts';

const weights = [1, 2, 1];

function counted() {
  const made: number[] = [];
  const tier = new Tier(weights, (index) => {
    made.push(index);
    return { channel: { id: index + 10 }, weight: weights[index] } as Candidate;
  });
  return { tier, made };
}

test('a candidate is made when it is drawn, and once', () => {
  const { tier, made } = counted();
  assert.equal(tier.size, 3);
  assert.deepEqual(made, []);
  const drawn = tier.draw(0.5);
  assert.equal(tier.draw(0.6), drawn);
  assert.deepEqual(made, [1]);
  assert.equal(tier.candidates[1], drawn);
  assert.equal(tier.of(11), drawn);
  assert.deepEqual(made, [1, 0, 2]);
});

test('shares are those of the weights; without any, all have the same', () => {
  const drawn = (tier: Tier) =>
    Array.from({ length: 12 }, (_, step) => tier.draw(step / 12).channel.id).sort((one, other) => one - other);
  assert.deepEqual(drawn(counted().tier), [10, 10, 10, 11, 11, 11, 11, 11, 11, 12, 12, 12]);
  const { candidates } = counted().tier;
  const same = Tier.of(candidates.map((candidate) => ({ ...candidate, weight: 0 })));
  assert.deepEqual(drawn(same), [10, 10, 10, 10, 11, 11, 11, 11, 12, 12, 12, 12]);
});
