import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compileCard } from './compile.ts';
import { ceiling, price } from './price.ts';
import { chargedServiceTier } from './service-tiers.ts';
import {
  decimals,
  fixedCards,
  instants,
  quantities,
  serviceTiers,
  tokenCards,
  usages,
  withFeesAndSuccessor,
} from './testing/arbitraries.ts';

const gpt = { input: '2.5', output: '10', cacheRead: '1.25' };

test('a hold is never below the price of the same usage, however its tokens are made up and whenever it starts', () => {
  const cards = withFeesAndSuccessor(fc.oneof(tokenCards(), fixedCards(decimals(4))));
  fc.assert(
    fc.property(cards, decimals(4), usages(), quantities, instants, (card, ratio, tokens, quantities, at) => {
      const compiled = compileCard(card, ratio);
      let most: number;
      try {
        most = ceiling(compiled, {
          promptTokens: tokens.prompt,
          completionTokens: tokens.completion,
          ...quantities,
        });
      } catch (error) {
        assert.ok(error instanceof RangeError);
        return;
      }
      assert.ok(price(compiled, { ...tokens, ...quantities }, at) <= most);
    }),
    { numRuns: 3000 },
  );
});

test('a hold covers whatever tier of service the answer names', () => {
  const cards = withFeesAndSuccessor(fc.oneof(tokenCards(), fixedCards(decimals(4))));
  const told = fc.option(serviceTiers, { nil: undefined });
  fc.assert(
    fc.property(
      cards,
      usages(),
      quantities,
      serviceTiers,
      told,
      instants,
      (card, tokens, quantities, asked, told, at) => {
        const compiled = compileCard(card, '1');
        const bounds = { promptTokens: tokens.prompt, completionTokens: tokens.completion, ...quantities };
        let most: number;
        try {
          most = ceiling(compiled, { ...bounds, serviceTier: asked });
        } catch (error) {
          assert.ok(error instanceof RangeError);
          return;
        }
        const { serviceTier: _, ...usage } = { ...tokens, ...quantities };
        const serviceTier = chargedServiceTier(compiled, asked, told, at);
        assert.ok(price(compiled, serviceTier === undefined ? usage : { ...usage, serviceTier }, at) <= most);
      },
    ),
    { numRuns: 3000 },
  );
});

test('a hold at a tier of service is that of the dearer of it and the standard one', () => {
  const compiled = compileCard({ input: '2', output: '8', serviceTiers: { flex: '0.5', priority: '2.5' } }, '1');
  const held = (serviceTier?: string) =>
    ceiling(compiled, { promptTokens: 1000, completionTokens: 100, ...(serviceTier && { serviceTier }) });
  assert.deepEqual([held(), held('flex'), held('priority'), held('fast')], [1400, 1400, 3500, 1400]);
});

test('a hold takes the dearest sort of token and tier', () => {
  const card = { input: '2', output: '8', cacheRead: '0.2', cacheWrite: '2.5', cacheWrite1h: '4' };
  assert.equal(ceiling(compileCard(card, '1'), { promptTokens: 1000, completionTokens: 100 }), 2000 + 400);
  const offPeak = { peakHoursUtc: ['01:00-04:00'], peakDays: 'Mon', input: '4', output: '9' };
  assert.equal(
    ceiling(compileCard({ input: '2', output: '8', offPeak }, '1'), { promptTokens: 1000, completionTokens: 100 }),
    2000 + 450,
  );
});

test('a hold uses the long-context tier as soon as a wrong estimate could hide it', () => {
  const longContext = { aboveInputTokens: 200_000, input: '4', output: '16' };
  const compiled = compileCard({ input: '2', output: '8', longContext }, '1');
  assert.equal(ceiling(compiled, { promptTokens: 50_000, completionTokens: 100 }), 50_000 + 400);
  assert.equal(ceiling(compiled, { promptTokens: 50_001, completionTokens: 100 }), 100_002 + 800);
});

test('a hold at a fixed price is the price, with the factors of what was asked for and the fees', () => {
  const tokens = { promptTokens: 1e6, completionTokens: 1e6 };
  assert.equal(ceiling(compileCard({ ...gpt, perCall: '0.1' }, '1'), tokens), 50_000);
  assert.equal(ceiling(compileCard({ perCall: '0.1' }, '1'), { ...tokens, calls: 4 }), 200_000);
  assert.equal(ceiling(compileCard({ perSecond: '0.1' }, '1'), { ...tokens, seconds: 8 }), 400_000);
  assert.equal(ceiling(compileCard({ perMillionCharacters: '15' }, '1'), { ...tokens, characters: 100 }), 750);
  const sized = compileCard({ perCall: '0.1', sizes: { small: '0.5', large: '2' }, toolFees: { search: '10' } }, '1');
  assert.equal(ceiling(sized, { ...tokens, calls: 2, size: 'small' }), 50_000);
  assert.equal(ceiling(sized, { ...tokens, calls: 2, size: 'large' }), 200_000);
  assert.equal(ceiling(sized, { ...tokens, calls: 2, size: 'unheard-of' }), 200_000);
  assert.equal(ceiling(sized, { ...tokens, toolCalls: { search: 1 } }), 55_000);
});

test('a hold covers the coming price', () => {
  const tokens = { promptTokens: 1000, completionTokens: 100 };
  const dearer = compileCard({ ...gpt, next: { from: '2026-12-01', input: '5', output: '20' } }, '1');
  assert.equal(ceiling(dearer, tokens), 2500 + 1000);
  const cheaper = compileCard({ ...gpt, next: { from: '2026-12-01', input: '1', output: '2' } }, '1');
  assert.equal(ceiling(cheaper, tokens), 1250 + 500);
});
