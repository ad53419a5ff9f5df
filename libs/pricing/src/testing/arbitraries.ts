import type { UsageTokens } from '@switchyard/contracts';
import fc from 'fast-check';
import { type PriceCard, type TokenPrices, tokenPriceNames } from '../card.ts';
import { formatDecimal } from '../decimal.ts';
import { unitOf } from '../unit.ts';

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

/** Valid cards with one fixed price, beside token prices or alone, with factors or without. */
export function fixedCards(price: fc.Arbitrary<string> = decimals()): fc.Arbitrary<PriceCard> {
  const names = ['perCall', 'perSecond', 'perMinute', 'perMillionCharacters'] as const;
  const factors = fc.record(
    {
      sizes: named(['small', 'large', 'wide'], price),
      qualities: named(['standard', 'hd', 'hd large', 'standard wide'], price),
    },
    { requiredKeys: [] },
  );
  return fc
    .tuple(fc.constantFrom(...names), price, fc.option(tokenCards(price), { nil: {} }), factors)
    .map(([name, usd, card, factors]) => ({
      ...(name === 'perMillionCharacters' ? {} : card),
      [name]: usd,
      ...factors,
    }));
}

/** The same cards with factors by tier of service and fees for tools, and with a successor of the same kind from a day in the middle of `instants`. */
export function withFeesAndSuccessor(cards: fc.Arbitrary<PriceCard>): fc.Arbitrary<PriceCard> {
  const extras = fc.record(
    {
      toolFees: named(['web_search', 'file_search'], decimals()),
      serviceTiers: named(['flex', 'priority'], decimals(4)),
    },
    { requiredKeys: [] },
  );
  const priced = fc.tuple(cards, extras).map(([card, extra]) => ({ ...card, ...extra }));
  return fc
    .tuple(priced, fc.option(priced, { nil: undefined }))
    .map(([card, next]) =>
      next === undefined || unitOf(next) !== unitOf(card) ? card : { ...card, next: { from: '2027-01-01', ...next } },
    );
}

/** Some of the names, at least one, each with a price. */
function named(names: string[], price: fc.Arbitrary<string>): fc.Arbitrary<Record<string, string>> {
  return fc
    .subarray(names, { minLength: 1 })
    .chain((chosen) => fc.record(Object.fromEntries(chosen.map((name) => [name, price]))));
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

/** Tiers of service, named or not by the cards above. */
export const serviceTiers = fc.constantFrom('flex', 'priority', 'fast', 'constructor');

/** Usage of anything but tokens, named or not by the cards above. */
export const quantities: fc.Arbitrary<Partial<UsageTokens>> = fc
  .tuple(
    fc.record({ seconds: fc.integer({ min: 0, max: 10_000 }), characters: fc.integer({ min: 0, max: 10_000 }) }),
    fc.record(
      {
        calls: fc.integer({ min: 0, max: 10_000 }),
        size: fc.constantFrom('small', 'large', 'wide', 'constructor'),
        quality: fc.constantFrom('standard', 'hd', 'best'),
        serviceTier: serviceTiers,
        toolCalls: fc.dictionary(
          fc.constantFrom('web_search', 'file_search', 'code_interpreter'),
          fc.integer({ min: 0, max: 100 }),
        ),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([counted, asked]) => ({ ...counted, ...asked }));

/** Instants of a few years, for peak hours. */
export const instants = fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2029, 0) });
