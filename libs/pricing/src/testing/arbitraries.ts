import type { UsageTokens } from '@switchyard/contracts';
import fc from 'fast-check';
import { type PriceCard, type TokenPrices, tokenPriceNames } from '../card.ts';
import { formatDecimal } from '../decimal.ts';

/** Decimal texts from `minimum` to 1,000,000 in steps of 10^-decimals: mostly everyday prices, sometimes absurd ones. */
export function decimals(decimals = 12, minimum = 0n): fc.Arbitrary<string> {
  const step = 10n ** BigInt(12 - decimals);
  const upTo = (max: bigint) =>
    fc.bigInt({ min: minimum, max: (max * 10n ** 12n) / step }).map((steps) => formatDecimal(steps * step));
  return fc.oneof({ weight: 3, arbitrary: upTo(100n) }, { weight: 1, arbitrary: upTo(1_000_000n) });
}

const optional = tokenPriceNames.filter((name) => name !== 'input' && name !== 'output');

/** Valid cards priced by tokens, with a tier or without. */
export function tokenCards(price: fc.Arbitrary<string> = decimals()): fc.Arbitrary<PriceCard> {
  return fc.subarray(optional).chain((names) => {
    const prices: fc.Arbitrary<TokenPrices> = fc.record(
      Object.fromEntries(['input', 'output', ...names].map((name) => [name, price])),
    );
    return fc.oneof(
      prices,
      fc.record({ standard: prices, tier: prices, aboveInputTokens: fc.integer({ min: 1, max: 500_000 }) }).map(
        ({ standard, tier, aboveInputTokens }): PriceCard => ({
          ...standard,
          longContext: { aboveInputTokens, ...tier },
        }),
      ),
      fc.record({ standard: prices, tier: prices }).map(
        ({ standard, tier }): PriceCard => ({
          ...standard,
          offPeak: { peakHoursUtc: ['01:00-04:00', '22:00-24:00'], peakDays: 'Mon-Fri', ...tier },
        }),
      ),
    );
  });
}

/** Valid cards with one fixed price, beside token prices or alone. */
export function fixedCards(price: fc.Arbitrary<string> = decimals()): fc.Arbitrary<PriceCard> {
  return fc
    .tuple(fc.constantFrom('perCall', 'perSecond', 'perMinute'), price, fc.option(tokenCards(price), { nil: {} }))
    .map(([name, usd, card]) => ({ ...card, [name]: usd }));
}

const everyday = fc.oneof(fc.integer({ min: 0, max: 400_000 }), fc.integer({ min: 0, max: 20 }));

/** Usage as a normalised provider reports it: parts never exceed their whole. */
export function usages(count: fc.Arbitrary<number> = everyday): fc.Arbitrary<UsageTokens> {
  const part = fc.double({ min: 0, max: 1, noNaN: true });
  return fc
    .record({ prompt: count, completion: count, parts: fc.array(part, { minLength: 7, maxLength: 7 }) })
    .map(({ prompt, completion, parts }) => {
      const take = (left: number, at: number) => Math.floor(left * (parts[at] ?? 0));
      const cacheRead = take(prompt, 0);
      const cacheWrite = take(prompt - cacheRead, 1);
      const audioInput = take(prompt - cacheRead - cacheWrite, 3);
      const audioOutput = take(completion, 5);
      return {
        prompt,
        completion,
        cacheRead,
        cacheWrite,
        cacheWrite1h: take(cacheWrite, 2),
        audioInput,
        imageInput: take(prompt - cacheRead - cacheWrite - audioInput, 4),
        audioOutput,
        imageOutput: take(completion - audioOutput, 6),
      };
    });
}

/** Instants of a few years, for peak hours. */
export const instants = fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2029, 0) });
