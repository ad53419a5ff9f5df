import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Channel } from './channel.ts';
import { Health } from './health.ts';
import { RetryBudget } from './retry-budget.ts';
import { Tier } from './tier.ts';
import { Tries } from './tries.ts';

test('a try that is made once more at the same channel is told, but takes nothing from the retries elsewhere', () => {
  const candidates = [1, 2].map((id) => ({ channel: { id } as Channel, weight: 1, health: new Health() }));
  const tries = new Tries({ route: { tiers: [Tier.of(candidates)] }, retries: 1, budget: new RetryBudget(0) });
  const first = tries.next();
  assert.ok(first);
  tries.noteAmended(first, 400, 0);
  tries.note(first, 500, 0);
  assert.ok(tries.open);
  const second = tries.next();
  assert.ok(second && second !== first);
  tries.note(second, 500, 0);
  assert.equal(tries.open, false);
  assert.deepEqual(
    tries.made.map(({ status }) => status),
    [400, 500, 500],
  );
});
