import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { UsageTokens } from '@switchyard/contracts';
import fc from 'fast-check';
import { MAX_CHARGE } from './bounds.ts';
import type { PriceCard } from './card.ts';
import { compileCard } from './compile.ts';
import { ceiling, price } from './price.ts';
import { receipt } from './receipt.ts';
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
  const served = Object.entries(card.serviceTiers ?? {}).find(([name]) => name === usage.serviceTier);
  factor *= served === undefined ? one : usd(served[1]);
  let fees = 0n;
  for (const [tool, count] of Object.entries(usage.toolCalls ?? {})) fees += BigInt(count) * usd(card.toolFees?.[tool]);

  // sum / per + fees / 1000, in USD * 10^12, over a common divisor.
  const dividend = (sum * factor * 1000n + fees * per * one ** 3n) * scaled(groupRatio) * 500_000n;
  const divisor = per * 1000n * one ** 5n;
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

  test('a prompt whose total forgets its cached tokens is as long as these', () => {
    const card = { ...gpt, longContext: { aboveInputTokens: 1000, input: '5', output: '15', cacheRead: '2.5' } };
    const usage = { ...none, prompt: 10, cacheRead: 800, cacheWrite: 201 };
    assert.equal(price(compileCard(card, '1'), usage, peak), 1000 + 503);
    assert.equal(receipt(compileCard(card, '1'), usage, peak).card.tier, 'longContext');
    assert.equal(price(compileCard(card, '1'), { ...usage, cacheWrite: 200 }, peak), 500 + 250);
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

  const dallE3: PriceCard = {
    perCall: '0.04',
    sizes: { '1024x1024': '1', '1024x1792': '2', '1792x1024': '2' },
    qualities: { standard: '1', hd: '2', 'hd 1024x1792': '1.5', 'hd 1792x1024': '1.5' },
  };
  const dallE2: PriceCard = { perCall: '0.02', sizes: { '256x256': '0.4', '512x512': '0.45', '1024x1024': '1' } };
  const speech: PriceCard = { perMillionCharacters: '15' };
  const perMinute: PriceCard = { perMinute: '0.006' };
  const search: PriceCard = { ...gpt, toolFees: { web_search: '10', file_search: '2.5' } };
  const tiered: PriceCard = { ...gpt, serviceTiers: { flex: '0.5', priority: '2.5' }, toolFees: { web_search: '10' } };
  const besideTokens: [string, PriceCard, string, Partial<UsageTokens>, number][] = [
    ['calls multiply', { perCall: '0.04' }, '2', { calls: 3 }, 120_000],
    ['no calls cost nothing', { perCall: '0.04' }, '2', { calls: 0 }, 0],
    ['seconds multiply', { perSecond: '0.1' }, '1', { seconds: 8 }, 400_000],
    ['minutes are charged by the second', perMinute, '1', { seconds: 90 }, 4500],
    ['one second of a minute', perMinute, '1', { seconds: 1 }, 50],
    ['characters multiply', speech, '1', { characters: 4096 }, 30_720],
    ['one character is rounded up from 7.5', speech, '1', { characters: 1 }, 8],
    ['no characters cost nothing', speech, '1', { characters: 0 }, 0],
    ['tokens beside a fixed price are free', speech, '1', { characters: 10, prompt: 5000 }, 75],
    ['an image at the usual size and quality', dallE3, '1', { calls: 1 }, 20_000],
    ['a large image', dallE3, '1', { calls: 1, size: '1024x1792' }, 40_000],
    ['a fine image', dallE3, '1', { calls: 1, quality: 'hd' }, 40_000],
    ['a fine image with its size named', dallE3, '1', { calls: 1, quality: 'hd', size: '1024x1024' }, 40_000],
    ['a fine large image by the factor of both', dallE3, '1', { calls: 1, quality: 'hd', size: '1792x1024' }, 60_000],
    ['several images', dallE3, '0.5', { calls: 3, quality: 'hd', size: '1792x1024' }, 90_000],
    ['a small image costs less', dallE2, '1', { calls: 2, size: '256x256' }, 8_000],
    ['a size in another spelling costs the dearest', dallE3, '1', { calls: 1, size: '1792X1024' }, 40_000],
    ['no name of the language is a size', dallE2, '1', { calls: 1, size: 'constructor' }, 10_000],
    ['size and quality of a card without them', { perCall: '0.04' }, '1', { size: '9x9', quality: 'hd' }, 20_000],
    ['size and quality of tokens', gpt, '1', { prompt: 1000, size: '9x9', quality: 'hd' }, 1250],
    ['a dear tier of service', tiered, '1', { prompt: 1000, serviceTier: 'priority' }, 3125],
    ['a cheap tier of service', tiered, '1', { prompt: 1000, serviceTier: 'flex' }, 625],
    ['no tier of service', tiered, '1', { prompt: 1000 }, 1250],
    ['a tier that the card does not name', tiered, '1', { prompt: 1000, serviceTier: 'constructor' }, 1250],
    ['a tier of a card without tiers', gpt, '1', { prompt: 1000, serviceTier: 'priority' }, 1250],
    [
      'a tier multiplies no tool fees',
      tiered,
      '1',
      { prompt: 1000, serviceTier: 'priority', toolCalls: { web_search: 2 } },
      13_125,
    ],
    [
      'a tier, a size and a quality multiply each other',
      { ...dallE3, serviceTiers: { priority: '2' } },
      '1',
      { calls: 1, quality: 'hd', size: '1792x1024', serviceTier: 'priority' },
      120_000,
    ],
    ['tool fees are added', search, '1', { prompt: 1000, toolCalls: { web_search: 2, file_search: 1 } }, 12_500],
    ['the group multiplies tool fees too', search, '0.5', { toolCalls: { web_search: 2 } }, 5_000],
    [
      'tool fees beside a price per call',
      { perCall: '0.04', toolFees: { x: '1' } },
      '1',
      { toolCalls: { x: 1 } },
      20_500,
    ],
    ['a tool without a fee is free', search, '1', { prompt: 1000, toolCalls: { code_interpreter: 9 } }, 1250],
    ['no name of the language is a tool', search, '1', { prompt: 1000, toolCalls: { constructor: 9 } }, 1250],
    [
      'tokens and fees are rounded once',
      { ...search, input: '0.8' },
      '0.0001',
      { prompt: 1, toolCalls: { file_search: 4 } },
      1,
    ],
  ];
  for (const [guarantee, card, ratio, usage, charge] of besideTokens) {
    test(guarantee, () => assert.equal(price(compileCard(card, ratio), { ...none, ...usage }, peak), charge));
  }

  test('a tier of service multiplies the prices of long contexts and cheaper hours', () => {
    const serviceTiers = { priority: '2' };
    const usage = { ...none, prompt: 2000, serviceTier: 'priority' };
    const longContext = { aboveInputTokens: 1000, input: '4', output: '16' };
    assert.equal(price(compileCard({ input: '2', output: '8', longContext, serviceTiers }, '1'), usage, peak), 8000);
    const offPeak = { peakHoursUtc: ['01:00-04:00'], peakDays: 'Mon-Fri', input: '1', output: '4' };
    const byTheHour = compileCard({ input: '2', output: '8', offPeak, serviceTiers }, '1');
    assert.equal(price(byTheHour, usage, saturday), 2000);
  });

  test('a fee of the card beats the shipped one, and the shipped one holds for the rest', () => {
    const compiled = compileCard({ ...gpt, toolFees: { web_search: '25' } }, '1', {
      web_search: '10',
      file_search: '2',
    });
    assert.equal(price(compiled, { ...none, toolCalls: { web_search: 1 } }, peak), 12_500);
    assert.equal(price(compiled, { ...none, toolCalls: { file_search: 1 } }, peak), 1000);
  });

  test('the coming price holds for requests that start on its day, in UTC, or later', () => {
    const card = { ...search, next: { from: '2026-12-01', input: '5', output: '20', toolFees: { web_search: '20' } } };
    const compiled = compileCard(card, '1', { file_search: '1' });
    const usage = { ...none, prompt: 1000, completion: 100, toolCalls: { web_search: 1, file_search: 1 } };
    assert.equal(price(compiled, usage, Date.UTC(2026, 10, 30, 23, 59, 59, 999)), 1250 + 500 + 5000 + 1250);
    assert.equal(price(compiled, usage, Date.UTC(2026, 11, 1)), 2500 + 1000 + 10_000 + 500);
  });

  test('a price in seconds or characters without them is refused, not free', () => {
    for (const card of [{ perSecond: '0.1' }, { perMinute: '0.1' }, { perMillionCharacters: '15' }]) {
      const compiled = compileCard(card, '1');
      assert.throws(() => price(compiled, { ...none, prompt: 10 }, peak), RangeError);
      assert.throws(() => ceiling(compiled, { promptTokens: 10, completionTokens: 10 }), RangeError);
    }
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
    const beside: [PriceCard, (count: number) => Partial<UsageTokens>, number][] = [
      [{ perCall: '0.04' }, (calls) => ({ calls }), 10_000],
      [{ perSecond: '0.1' }, (seconds) => ({ seconds }), 100_000],
      [{ perMillionCharacters: '15' }, (characters) => ({ characters }), 1_000_000],
      [search, (web_search) => ({ toolCalls: { web_search } }), 10_000],
      [search, (unpriced) => ({ toolCalls: { unpriced } }), 10_000],
    ];
    for (const [card, counted, limit] of beside) {
      const compiled = compileCard(card, '1');
      const bounds = (count: number) => ({ promptTokens: 0, completionTokens: 0, ...counted(count) });
      price(compiled, { ...none, ...counted(limit) }, peak);
      for (const odd of [-1, 0.5, limit + 1, 2 ** 64, Number.NaN]) {
        const what = JSON.stringify(counted(odd));
        assert.throws(() => price(compiled, { ...none, ...counted(odd) }, peak), RangeError, what);
        assert.throws(() => ceiling(compiled, bounds(odd)), RangeError, what);
      }
    }
  });

  test('a charge above the limit is refused and one at the limit is not', () => {
    const compiled = compileCard({ input: '2', output: '2' }, '1000');
    assert.equal(price(compiled, { ...none, prompt: 1e12 }, peak), MAX_CHARGE);
    assert.throws(() => price(compiled, { ...none, prompt: 1e12, completion: 1 }, peak), RangeError);
    const dearest = compileCard({ input: '1000000', output: '1000000' }, '1000000');
    assert.throws(() => price(dearest, { ...none, prompt: 1e12 }, peak), RangeError);
    const images = compileCard({ perCall: '1000000', sizes: { large: '1000000' } }, '1000000');
    assert.throws(() => price(images, { ...none, size: 'large' }, peak), RangeError);
    const tools = compileCard({ ...gpt, toolFees: { search: '1000000' } }, '1000000');
    assert.throws(() => price(tools, { ...none, toolCalls: { search: 10_000 } }, peak), RangeError);
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

  test('more of anything never costs less, within a tier', () => {
    const withoutTier = tokenCards().map(({ longContext: _, ...card }) => card);
    const cards = withFeesAndSuccessor(fc.oneof(withoutTier, fixedCards()));
    const more = fc.integer({ min: 0, max: 1_000_000 });
    const counted = { seconds: 9, characters: 9, calls: 9, toolCalls: { web_search: 1 } };
    fc.assert(
      fc.property(cards, decimals(), usages(), more, instants, (card, ratio, tokens, more, at) => {
        const compiled = compileCard(card, ratio);
        const costs = (usage: UsageTokens) => {
          try {
            return price(compiled, usage, at);
          } catch (error) {
            assert.ok(error instanceof RangeError);
            return Number.POSITIVE_INFINITY;
          }
        };
        const usage = { ...tokens, ...counted };
        const least = costs(usage);
        assert.ok(least <= costs({ ...usage, prompt: usage.prompt + more }), 'prompt');
        assert.ok(least <= costs({ ...usage, completion: usage.completion + more }), 'completion');
        assert.ok(
          least <= costs({ ...usage, prompt: usage.prompt + more, cacheRead: usage.cacheRead + more }),
          'cached',
        );
        assert.ok(least <= costs({ ...usage, calls: 9 + (more % 9_000) }), 'calls');
        assert.ok(least <= costs({ ...usage, seconds: 9 + (more % 99_000) }), 'seconds');
        assert.ok(least <= costs({ ...usage, characters: 9 + (more % 999_000) }), 'characters');
        assert.ok(least <= costs({ ...usage, toolCalls: { web_search: 1 + (more % 9_000) } }), 'calls of tools');
      }),
      { numRuns: 2000 },
    );
  });

  test('whatever the counts are, a charge is a whole number from 0 to the limit, or refused', () => {
    const absurd = fc.oneof(
      fc.double(),
      fc.constantFrom(-1, -0, 1e15, 2 ** 53, 2 ** 64, 2 ** 64 - 2 ** 21, 1e308, Number.NaN, Number.POSITIVE_INFINITY),
      fc.integer({ min: 0, max: 1e12 }),
    );
    const names = ['prompt', 'completion', 'cacheRead', 'cacheWrite', 'cacheWrite1h', 'audioInput', 'audioOutput'];
    const counted = [...names, 'imageInput', 'imageOutput', 'calls', 'seconds', 'characters'];
    const counts = fc.record(Object.fromEntries(counted.map((name) => [name, absurd])));
    const cards = withFeesAndSuccessor(fc.oneof(tokenCards(), fixedCards()));
    fc.assert(
      fc.property(cards, decimals(), counts, absurd, instants, (card, ratio, counts, searches, at) => {
        const usage = { ...none, ...counts, toolCalls: { web_search: searches } } as UsageTokens;
        try {
          const charge = price(compileCard(card, ratio), usage, at);
          assert.ok(Number.isSafeInteger(charge) && charge >= 0 && charge <= MAX_CHARGE, String(charge));
        } catch (error) {
          assert.ok(error instanceof RangeError, String(error));
        }
      }),
      { numRuns: 3000 },
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
