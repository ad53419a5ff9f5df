import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { UsageTokens } from '@switchyard/contracts';
import fc from 'fast-check';
import { MAX_CHARGE } from './bounds.ts';
import type { PriceCard } from './card.ts';
import { compileCard } from './compile.ts';
import { ceiling, price } from './price.ts';
import {
  decimals,
  fixedCards,
  instants,
  quantities,
  tokenCards,
  usages,
  withFeesAndSuccessor,
} from './testing/arbitraries.ts';

const none: UsageTokens = { prompt: 0, completion: 0, cacheRead: 0, cacheWrite: 0 };
const peak = Date.UTC(2026, 10, 20, 2, 0); // Friday, 02:00 UTC
const saturday = Date.UTC(2026, 10, 21, 2, 0);

/** The formula of the README in fractions, written without looking at the code under test. */
function byTheBook(asWritten: PriceCard, groupRatio: string, usage: UsageTokens, atMs: number): number {
  const scaled = (text: string) => {
    const [whole = '', fraction = ''] = text.split('.');
    return BigInt(whole + fraction.padEnd(12, '0'));
  };
  const { next } = asWritten;
  const card: PriceCard = next !== undefined && new Date(atMs) >= new Date(next.from) ? next : asWritten;
  const { longContext, offPeak } = card;
  const at = new Date(atMs);
  const hour = at.getUTCHours();
  const isPeak = at.getUTCDay() >= 1 && at.getUTCDay() <= 5 && ((hour >= 1 && hour < 4) || hour >= 22);
  const long = longContext !== undefined && usage.prompt > longContext.aboveInputTokens;
  const prices = long ? longContext : offPeak !== undefined && !isPeak ? offPeak : card;
  const usd = (...texts: (string | undefined)[]) => scaled(texts.find((text) => text !== undefined) ?? '0');
  const one = 10n ** 12n;

  // In USD * 10^12 for so many things.
  let sum: bigint;
  let per = 1n;
  let factor = one * one;
  const fixed = card.perCall ?? card.perSecond ?? card.perMinute ?? card.perMillionCharacters;
  if (fixed !== undefined) {
    const { calls = 1, seconds = 0, characters = 0, size, quality } = usage;
    const counted = card.perCall ? calls : (card.perSecond ?? card.perMinute) ? seconds : characters;
    sum = usd(fixed) * BigInt(counted);
    if (card.perCall === undefined && card.perSecond === undefined) per = card.perMinute ? 60n : 1_000_000n;
    const pick = (map: Record<string, string> | undefined, name: string | undefined, precise?: string) => {
      if (map === undefined || name === undefined) return one;
      for (const key of [precise, name]) if (key && Object.keys(map).includes(key)) return usd(map[key]);
      return [one, ...Object.values(map).map((text) => usd(text))].sort((a, b) => (a < b ? 1 : -1))[0] ?? one;
    };
    factor = pick(card.sizes, size) * pick(card.qualities, quality, size && `${quality} ${size}`);
  } else {
    const { prompt, completion, cacheRead, cacheWrite, cacheWrite1h = 0, audioInput = 0, imageInput = 0 } = usage;
    const { audioOutput = 0, imageOutput = 0 } = usage;
    const textIn = prompt - cacheRead - cacheWrite - audioInput - imageInput;
    const textOut = completion - audioOutput - imageOutput;
    per = 1_000_000n;
    sum =
      BigInt(textIn) * usd(prices.input) +
      BigInt(cacheRead) * usd(prices.cacheRead, prices.input) +
      BigInt(cacheWrite - cacheWrite1h) * usd(prices.cacheWrite, prices.input) +
      BigInt(cacheWrite1h) * usd(prices.cacheWrite1h, prices.cacheWrite, prices.input) +
      BigInt(audioInput) * usd(prices.audioInput, prices.input) +
      BigInt(imageInput) * usd(prices.imageInput, prices.input) +
      BigInt(textOut) * usd(prices.output) +
      BigInt(audioOutput) * usd(prices.audioOutput, prices.output) +
      BigInt(imageOutput) * usd(prices.imageOutput, prices.output);
  }
  let fees = 0n;
  for (const [tool, count] of Object.entries(usage.toolCalls ?? {})) fees += BigInt(count) * usd(card.toolFees?.[tool]);

  // sum / per + fees / 1000, in USD * 10^12, over a common divisor.
  const dividend = (sum * factor * 1000n + fees * per * one * one) * scaled(groupRatio) * 500_000n;
  const divisor = per * 1000n * one ** 4n;
  if (dividend === 0n) return 0;
  const floor = dividend / divisor;
  const rounded = (dividend % divisor) * 2n >= divisor ? floor + 1n : floor;
  return rounded === 0n ? 1 : Number(rounded);
}

describe('price', () => {
  const gpt: PriceCard = { input: '2.5', output: '10', cacheRead: '1.25' };
  const table: [string, PriceCard, string, Partial<UsageTokens>, number][] = [
    ['1 M prompt tokens at 2 USD are 1 M quota', { input: '2', output: '8' }, '1', { prompt: 1_000_000 }, 1_000_000],
    ['prompt and completion', gpt, '1', { prompt: 1000, completion: 100 }, 1250 + 500],
    ['cached tokens are part of the prompt', gpt, '1', { prompt: 1000, cacheRead: 800 }, 250 + 500],
    [
      'cached tokens without a price of their own cost input',
      { input: '2', output: '8' },
      '1',
      { prompt: 1000, cacheRead: 800 },
      1000,
    ],
    [
      'cache writes of both lifetimes',
      { input: '2', output: '8', cacheWrite: '2.5', cacheWrite1h: '4' },
      '1',
      { prompt: 1000, cacheWrite: 600, cacheWrite1h: 200 },
      400 + 500 + 400,
    ],
    [
      'cache writes without a price of their own cost input',
      { input: '2', output: '8' },
      '1',
      { prompt: 1000, cacheWrite: 600, cacheWrite1h: 200 },
      1000,
    ],
    [
      'hour-long cache writes fall back to short ones',
      { input: '2', output: '8', cacheWrite: '4' },
      '1',
      { prompt: 100, cacheWrite: 100, cacheWrite1h: 100 },
      200,
    ],
    [
      'audio both ways',
      { input: '2', output: '8', audioInput: '40', audioOutput: '80' },
      '1',
      { prompt: 100, audioInput: 90, completion: 50, audioOutput: 40 },
      10 + 1800 + 40 + 1600,
    ],
    [
      'images both ways',
      { input: '2', output: '12', imageInput: '8', imageOutput: '120' },
      '1',
      { prompt: 100, imageInput: 90, completion: 50, imageOutput: 40 },
      10 + 360 + 60 + 2400,
    ],
    ['the group multiplies', gpt, '0.85', { prompt: 1000, completion: 100 }, 1488],
    ['half is rounded up', { input: '1', output: '1' }, '1', { prompt: 5 }, 3],
    ['less than half is rounded down', { input: '0.9', output: '1' }, '1', { prompt: 5 }, 2],
    ['rounding happens once, at the end', { input: '0.8', output: '0.8' }, '1', { prompt: 1, completion: 1 }, 1],
    ['the smallest price costs at least 1', { input: '0.000000000001', output: '1' }, '0.000001', { prompt: 1 }, 1],
    ['no tokens cost nothing', gpt, '1', {}, 0],
    ['a free model costs nothing', { input: '0', output: '0' }, '1', { prompt: 1000, completion: 1000 }, 0],
    ['a free group costs nothing', gpt, '0', { prompt: 1000, completion: 1000 }, 0],
    ['one call unless said', { ...gpt, perCall: '0.04' }, '1', { prompt: 1000 }, 20_000],
    ['a fixed price beats tokens, even at 0', { ...gpt, perCall: '0' }, '1', { prompt: 1000 }, 0],
    ['more cached than prompt tokens are charged as cached', gpt, '1', { prompt: 10, cacheRead: 800 }, 500],
    [
      'cached audio is charged once',
      { ...gpt, audioInput: '40' },
      '1',
      { prompt: 100, cacheRead: 100, audioInput: 100 },
      63,
    ],
  ];
  for (const [guarantee, card, ratio, tokens, charge] of table) {
    test(guarantee, () => assert.equal(price(compileCard(card, ratio), { ...none, ...tokens }, peak), charge));
  }

  test('the long-context tier prices the whole request, from the first token above its limit', () => {
    const card = { ...gpt, longContext: { aboveInputTokens: 1000, input: '5', output: '15', cacheRead: '2.5' } };
    const compiled = compileCard(card, '1');
    assert.equal(price(compiled, { ...none, prompt: 1000, completion: 100 }, peak), 1250 + 500);
    assert.equal(price(compiled, { ...none, prompt: 1001, completion: 100, cacheRead: 1 }, peak), 2500 + 1 + 750);
  });

  test('off-peak prices hold outside the peak hours, ends not included, and all weekend', () => {
    const offPeak = { peakHoursUtc: ['01:00-04:00', '06:00-10:00'], peakDays: 'Mon-Fri', input: '1', output: '4' };
    const compiled = compileCard({ input: '2', output: '8', offPeak }, '1');
    const charge = (...at: [number, number, number]) =>
      price(compiled, { ...none, prompt: 100 }, Date.UTC(2026, 10, ...at));
    assert.equal(charge(20, 0, 59), 50);
    assert.equal(charge(20, 1, 0), 100);
    assert.equal(charge(20, 3, 59), 100);
    assert.equal(charge(20, 4, 0), 50);
    assert.equal(charge(20, 9, 59), 100);
    assert.equal(charge(21, 2, 0), 50);
    assert.equal(charge(22, 2, 0), 50);
    assert.equal(charge(23, 2, 0), 100);
    assert.equal(price(compiled, { ...none, prompt: 100 }, saturday), 50);
  });

  test('calls and seconds multiply fixed prices', () => {
    assert.equal(price(compileCard({ perCall: '0.04' }, '2'), { ...none, calls: 3 }, peak), 120_000);
    assert.equal(price(compileCard({ perCall: '0.04' }, '2'), { ...none, calls: 0 }, peak), 0);
    assert.equal(price(compileCard({ perSecond: '0.1' }, '1'), { ...none, seconds: 8 }, peak), 400_000);
    assert.equal(price(compileCard({ perMinute: '0.006' }, '1'), { ...none, seconds: 90 }, peak), 4500);
    assert.equal(price(compileCard({ perMinute: '0.006' }, '1'), { ...none, seconds: 1 }, peak), 50);
  });

  test('a price in seconds without the seconds is refused, not free', () => {
    const compiled = compileCard({ perSecond: '0.1' }, '1');
    assert.throws(() => price(compiled, { ...none, prompt: 10 }, peak), RangeError);
    assert.throws(() => ceiling(compiled, { promptTokens: 10, completionTokens: 10 }), RangeError);
  });

  test('counts that are negative, fractional, absurd or no numbers are refused', () => {
    const compiled = compileCard(gpt, '1');
    for (const odd of [-1, 0.5, 1e13, Number.NaN, Number.POSITIVE_INFINITY]) {
      for (const name of [
        'prompt',
        'completion',
        'cacheRead',
        'cacheWrite',
        'cacheWrite1h',
        'audioInput',
        'audioOutput',
        'imageInput',
        'imageOutput',
      ]) {
        assert.throws(() => price(compiled, { ...none, [name]: odd }, peak), RangeError, `${name} ${odd}`);
      }
      assert.throws(() => ceiling(compiled, { promptTokens: odd, completionTokens: 0 }), RangeError);
      assert.throws(() => ceiling(compiled, { promptTokens: 0, completionTokens: odd }), RangeError);
    }
    const image = compileCard({ perCall: '0.04' }, '1');
    for (const odd of [-1, 0.5, 10_001, 2 ** 64, Number.NaN]) {
      assert.throws(() => price(image, { ...none, calls: odd }, peak), RangeError, `calls ${odd}`);
      assert.throws(
        () => ceiling(image, { promptTokens: 0, completionTokens: 0, calls: odd }),
        RangeError,
        `calls ${odd}`,
      );
    }
    const video = compileCard({ perSecond: '0.1' }, '1');
    assert.throws(() => price(video, { ...none, seconds: 100_001 }, peak), RangeError);
  });

  test('a charge above the limit is refused and one at the limit is not', () => {
    const compiled = compileCard({ input: '2', output: '2' }, '1000');
    assert.equal(price(compiled, { ...none, prompt: 1e12 }, peak), MAX_CHARGE);
    assert.throws(() => price(compiled, { ...none, prompt: 1e12, completion: 1 }, peak), RangeError);
    const dearest = compileCard({ input: '1000000', output: '1000000' }, '1000000');
    assert.throws(() => price(dearest, { ...none, prompt: 1e12 }, peak), RangeError);
  });

  test('every charge is the formula in exact fractions, rounded once', () => {
    const cards = withFeesAndSuccessor(fc.oneof(tokenCards(), tokenCards(decimals(4)), fixedCards()));
    const counts = fc.oneof(usages(), usages(fc.integer({ min: 0, max: 1e10 })));
    fc.assert(
      fc.property(
        cards,
        fc.oneof(decimals(), decimals(2)),
        counts,
        fc.option(quantities, { nil: { seconds: 9, characters: 9 } }),
        instants,
        (card, ratio, tokens, quantities, at) => {
          const usage = { ...tokens, ...quantities };
          const expected = byTheBook(card, ratio, usage, at);
          const charge = () => price(compileCard(card, ratio), usage, at);
          if (expected > MAX_CHARGE) assert.throws(charge, RangeError);
          else assert.equal(charge(), expected);
        },
      ),
      { numRuns: 5000 },
    );
  });

  test('sums around 2^53, where numbers stop being exact, are exact', () => {
    // A prompt token adds 1 to the sum, a completion token 10^12 times the output price, half a quota is 10^12.
    const boundaries = fc.constantFrom(
      { output: '1000.7', base: 2n ** 53n - 9n * 1_000_700_000_000_000n },
      { output: '1000.6', base: 2n ** 53n - 10n ** 12n - 9n * 1_000_600_000_000_000n },
    );
    fc.assert(
      fc.property(boundaries, fc.integer({ min: -3000, max: 3000 }), ({ output, base }, offset) => {
        const card = { input: '0.000000000001', output };
        const tokens = { ...none, prompt: Number(base) + offset, completion: 9 };
        const compiled = compileCard(card, '1');
        assert.equal(compiled.standard.halfNumber, 1e12);
        assert.equal(price(compiled, tokens, 0), byTheBook(card, '1', tokens, 0));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('ceiling', () => {
  test('is never below the price of the same usage, however its tokens are made up and whenever it starts', () => {
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

  test('takes the dearest sort of token and tier', () => {
    const card = { input: '2', output: '8', cacheRead: '0.2', cacheWrite: '2.5', cacheWrite1h: '4' };
    assert.equal(ceiling(compileCard(card, '1'), { promptTokens: 1000, completionTokens: 100 }), 2000 + 400);
    const offPeak = { peakHoursUtc: ['01:00-04:00'], peakDays: 'Mon', input: '4', output: '9' };
    assert.equal(
      ceiling(compileCard({ input: '2', output: '8', offPeak }, '1'), { promptTokens: 1000, completionTokens: 100 }),
      2000 + 450,
    );
  });

  test('uses the long-context tier as soon as a wrong estimate could hide it', () => {
    const longContext = { aboveInputTokens: 200_000, input: '4', output: '16' };
    const compiled = compileCard({ input: '2', output: '8', longContext }, '1');
    assert.equal(ceiling(compiled, { promptTokens: 50_000, completionTokens: 100 }), 50_000 + 400);
    assert.equal(ceiling(compiled, { promptTokens: 50_001, completionTokens: 100 }), 100_002 + 800);
  });

  test('of a fixed price is the price', () => {
    assert.equal(
      ceiling(compileCard({ input: '2', output: '8', perCall: '0.1' }, '1'), {
        promptTokens: 1e6,
        completionTokens: 1e6,
      }),
      50_000,
    );
    assert.equal(
      ceiling(compileCard({ perCall: '0.1' }, '1'), { promptTokens: 0, completionTokens: 0, calls: 4 }),
      200_000,
    );
  });
});
