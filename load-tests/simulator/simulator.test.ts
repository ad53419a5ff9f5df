import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mutations } from './mutations.ts';
import { simulate } from './simulate.ts';

const seeds = 500;
/** Each of the mutations shows earlier. */
const seedsPerMutation = 2_000;
/** Seeds that showed a mutation which few show. They are played first; where the product has changed, others find it. */
const knownSeeds: Readonly<Record<string, number>> = {
  'the end of a hold adds to what it spent each time it is told': 81,
  'the journal takes the last figure, not the greatest': 394,
};

test(`whatever happens in ${seeds} seeds: nobody is overdrawn, each request costs what it cost, nothing stays held`, async () => {
  for (let seed = 1; seed <= seeds; seed++) {
    const { failures } = await simulate(seed);
    assert.deepEqual(failures, [], `npm run simulate -- --seed ${seed}`);
  }
});

test('a seed plays the same each time', async () => {
  const play = async () => {
    const lines: string[] = [];
    await simulate(7, {}, (line) => lines.push(line));
    // Tickets of the store are the one thing that is made by chance.
    return lines.map((line) => line.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id'));
  };
  const lines = await play();
  assert.ok(lines.length > 20);
  assert.deepEqual(await play(), lines);
});

for (const [name, mutation] of Object.entries(mutations)) {
  test(`it is found when ${name}`, async (t) => {
    const seeds = Array.from({ length: seedsPerMutation }, (_, index) => index + 1);
    for (const seed of [knownSeeds[name] ?? [], seeds].flat()) {
      const { failures } = await simulate(seed, mutation);
      if (failures.length === 0) continue;
      t.diagnostic(`seed ${seed}: ${failures[0]}`);
      return;
    }
    assert.fail(`not within ${seedsPerMutation} seeds`);
  });
}
