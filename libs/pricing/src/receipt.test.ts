import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PriceReceipt, UsageTokens } from '@switchyard/contracts';
import fc from 'fast-check';
import { Value } from 'typebox/value';
import { compileCard } from './compile.ts';
import { price } from './price.ts';
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

const tokens: UsageTokens = { prompt: 1001, completion: 100, cacheRead: 1, cacheWrite: 0 };

test('a receipt gives the charge again after a trip through JSON', () => {
  fc.assert(
    fc.property(
      withFeesAndSuccessor(fc.oneof(tokenCards(), fixedCards(decimals(4)))),
      decimals(4),
      usages(),
      fc.option(quantities, { nil: { seconds: 9, characters: 9 } }),
      instants,
      (card, ratio, tokens, quantities, at) => {
        const usage = { ...tokens, ...quantities };
        const compiled = compileCard(card, ratio, { file_search: '2.5', code_interpreter: '0' });
        let charge: number;
        try {
          charge = price(compiled, usage, at);
        } catch {
          return; // above the limit
        }
        const kept: unknown = JSON.parse(JSON.stringify(receipt(compiled, usage, at)));
        assert.ok(Value.Check(PriceReceipt, kept));
        assert.ok(Value.Check(UsageTokens, usage));
        assert.equal(recompute(kept, usage), charge);
      },
    ),
    { numRuns: 3000 },
  );
});

test('a receipt names the group ratio, the prices and the tier, and nothing that was not applied', () => {
  const card = {
    input: '2',
    output: '8',
    cacheRead: '0.2',
    longContext: { aboveInputTokens: 1000, input: '4', output: '12', cacheRead: '0.4' },
  };
  assert.deepEqual(receipt(compileCard(card, '0.85'), { ...tokens, prompt: 1000 }, 0), {
    card: { input: '2', output: '8', cacheRead: '0.2' },
    groupRatio: '0.85',
  });
  assert.deepEqual(receipt(compileCard(card, '0.85'), tokens, 0), {
    card: { tier: 'longContext', input: '4', output: '12', cacheRead: '0.4' },
    groupRatio: '0.85',
  });
  assert.deepEqual(receipt(compileCard({ ...card, perCall: '0.04' }, '1'), tokens, 0), {
    card: { perCall: '0.04' },
    groupRatio: '1',
    calls: 1,
  });
  assert.deepEqual(receipt(compileCard({ perMinute: '0.006' }, '1'), { ...tokens, seconds: 90 }, 0), {
    card: { perMinute: '0.006' },
    groupRatio: '1',
    seconds: 90,
  });
  assert.deepEqual(receipt(compileCard({ perMillionCharacters: '15' }, '1'), { ...tokens, characters: 4096 }, 0), {
    card: { perMillionCharacters: '15' },
    groupRatio: '1',
    characters: 4096,
  });
  const image = compileCard({ perCall: '0.04', sizes: { small: '1', large: '2' }, qualities: { hd: '1.5' } }, '1');
  assert.deepEqual(receipt(image, { ...tokens, calls: 2, size: 'large', quality: 'hd' }, 0), {
    card: { perCall: '0.04' },
    groupRatio: '1',
    calls: 2,
    sizeRatio: '2',
    qualityRatio: '1.5',
  });
  assert.deepEqual(receipt(image, { ...tokens, calls: 2, size: 'small' }, 0), {
    card: { perCall: '0.04' },
    groupRatio: '1',
    calls: 2,
  });
  const tiered = compileCard({ input: '2', output: '8', serviceTiers: { priority: '2.5' } }, '1');
  const standard = { card: { input: '2', output: '8' }, groupRatio: '1' };
  assert.deepEqual(receipt(tiered, { ...tokens, serviceTier: 'priority' }, 0), {
    ...standard,
    serviceTierRatio: '2.5',
  });
  assert.deepEqual(receipt(tiered, { ...tokens, serviceTier: 'default' }, 0), standard);
  const tools = compileCard({ input: '2', output: '8' }, '1', { web_search: '10', file_search: '2.5' });
  assert.deepEqual(receipt(tools, { ...tokens, toolCalls: { web_search: 3, code_interpreter: 1 } }, 0), {
    card: { input: '2', output: '8' },
    groupRatio: '1',
    toolFees: { web_search: '10' },
  });
});

test('receipts written before there were other quantities give their charge', () => {
  const old: [PriceReceipt, number][] = [
    [{ card: { perCall: '0.04' }, groupRatio: '2', calls: 3 }, 120_000],
    [{ card: { perMinute: '0.006' }, groupRatio: '1', seconds: 90 }, 4500],
    [{ card: { tier: 'longContext', input: '4', output: '12', cacheRead: '0.4' }, groupRatio: '0.85' }, 2210],
  ];
  for (const [receipt, charge] of old) assert.equal(recompute(receipt, tokens), charge);
});

test('a forged receipt is refused, never priced as something else', () => {
  const forged = [
    { card: {}, groupRatio: '1' },
    { card: { input: '-1', output: '1' }, groupRatio: '1' },
    { card: { input: '1', output: '1' }, groupRatio: '-1' },
    { card: { perSecond: '1' }, groupRatio: '1' },
    { card: { perCall: '1' }, groupRatio: '1', calls: 10_001 },
    { card: { perCall: '1' }, groupRatio: '1', sizeRatio: '-1' },
    { card: { perCall: '1' }, groupRatio: '1', qualityRatio: '1e3' },
    { card: { input: '1', output: '1' }, groupRatio: '1', serviceTierRatio: '-2' },
    { card: { input: '1', output: '1' }, groupRatio: '1', sizeRatio: '2' },
    { card: { input: '1', output: '1' }, groupRatio: '1', toolFees: { web_search: '-10' } },
    { card: { perMillionCharacters: '1' }, groupRatio: '1' },
  ];
  for (const receipt of forged) assert.throws(() => recompute(receipt, tokens), RangeError);
});
