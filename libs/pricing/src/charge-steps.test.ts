import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chargeSteps } from './charge-steps.ts';
import { compileCard } from './compile.ts';
import { receipt, recompute } from './receipt.ts';
import {
  decimals,
  fixedCards,
  instants,
  quantities,
  tokenCards,
  usages,
  withFeesAndSuccessor,
} from './testing/arbitraries.ts';

test('the lines of a charge add up to it before rounding', () => {
  fc.assert(
    fc.property(
      withFeesAndSuccessor(fc.oneof(tokenCards(), fixedCards(decimals(4)))),
      decimals(4),
      usages(),
      fc.option(quantities, { nil: { seconds: 9, characters: 9 } }),
      instants,
      (card, ratio, tokens, quantities, at) => {
        const usage = { ...tokens, ...quantities };
        let charge: number;
        let kept: ReturnType<typeof receipt>;
        try {
          kept = receipt(compileCard(card, ratio, { file_search: '2.5' }), usage, at);
          charge = recompute(kept, usage);
        } catch {
          return; // above the limit
        }
        const sum = Number(chargeSteps(kept, usage).sum);
        assert.ok(
          Math.abs(sum - charge) <= 0.5 + Math.max(1e-6, charge * 1e-12) || (charge === 1 && sum < 1),
          `${sum} ${charge}`,
        );
      },
    ),
    { numRuns: 2000 },
  );
});

test('each line names its price, how much of it was used, and what that came to', () => {
  const usage = { prompt: 1500, completion: 200, cacheRead: 500, cacheWrite: 0, toolCalls: { web_search: 2 } };
  const compiled = compileCard({ input: '2.5', output: '10', cacheRead: '1.25' }, '0.8', { web_search: '10' });
  assert.deepEqual(chargeSteps(receipt(compiled, usage, 0), usage), {
    steps: [
      { name: 'input', count: 1000, price: '2.5', per: 1_000_000, quota: '1000' },
      { name: 'cacheRead', count: 500, price: '1.25', per: 1_000_000, quota: '250' },
      { name: 'output', count: 200, price: '10', per: 1_000_000, quota: '800' },
      { name: 'web_search', count: 2, price: '10', per: 1000, quota: '8000' },
    ],
    sum: '10050',
  });
});

test('a fixed price is one line with its factors', () => {
  const usage = { prompt: 9, completion: 0, cacheRead: 0, cacheWrite: 0, calls: 3, size: 'large' };
  const compiled = compileCard({ perCall: '0.04', sizes: { large: '2' } }, '1');
  assert.deepEqual(chargeSteps(receipt(compiled, usage, 0), usage), {
    steps: [{ name: 'perCall', count: 3, price: '0.04', per: 1, quota: '120000' }],
    sum: '120000',
  });
});
