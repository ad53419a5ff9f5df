import type { PriceReceipt } from '@switchyard/contracts';
import { fixedPriceNames, type PriceCard, type TokenPrices, type ToolFees, tokenPriceNames } from './card.ts';
import { ONE, parseDecimal } from './decimal.ts';
import { compileFactors, type Factors } from './factors.ts';
import { type PeakHours, readPeakHours } from './peak-hours.ts';
import { type Unit, unitOf } from './unit.ts';

/** Quota per US dollar; the unit of every balance. */
export const QUOTA_PER_USD = 500_000n;

/** Places in `Rates.numbers` and in the counts they multiply. */
export const place = {
  input: 0,
  cacheRead: 1,
  cacheWrite: 2,
  cacheWrite1h: 3,
  audioInput: 4,
  imageInput: 5,
  output: 6,
  audioOutput: 7,
  imageOutput: 8,
  quantity: 9,
} as const;

/** Quota per counted thing is `rate / (2 * half)`, both integers, in the smallest terms. */
export interface Rates {
  readonly exact: readonly bigint[];
  readonly half: bigint;
  /** The same as numbers; those above 2^53 are rounded, which `charge` notices. */
  readonly numbers: readonly number[];
  readonly halfNumber: number;
  /** The dearest that a token read or written can cost. */
  readonly dearestInput: number;
  readonly dearestOutput: number;
  readonly receipt: PriceReceipt;
}

/** A card times a group's ratio, ready to multiply. Made once, used for every request. */
export interface CompiledPrice {
  readonly unit: Unit;
  readonly standard: Rates;
  readonly longContext: { readonly aboveInputTokens: number; readonly rates: Rates } | null;
  readonly offPeak: { readonly peak: PeakHours; readonly rates: Rates } | null;
  /** By what the client asks for; null where the card makes no difference, as for tokens. */
  readonly factors: { readonly sizes: Factors | null; readonly qualities: Factors | null } | null;
  /** By tier of service; null where the card names none. */
  readonly serviceTiers: ReadonlyMap<string, bigint> | null;
  /** USD per 1,000 calls and the group's ratio, scaled by 10^12. */
  readonly toolFees: ReadonlyMap<string, bigint>;
  readonly groupRatio: bigint;
  /** Stands in for all of this from that instant on. */
  readonly next: { readonly fromMs: number; readonly price: CompiledPrice } | null;
}

/**
 * Compiles a parsed card for a group whose ratio is a decimal text. `toolFees` are charged where the card names no own.
 * @throws RangeError when the ratio is no decimal from 0 to 1,000,000.
 */
export function compileCard(card: PriceCard, groupRatio: string, toolFees: ToolFees = {}): CompiledPrice {
  const { longContext, offPeak, sizes, qualities, serviceTiers, next } = card;
  const unit = unitOf(card);
  const ratio = parseDecimal(groupRatio);
  const isFixed = unit !== 'tokens';
  const tier = (prices: TokenPrices, name?: string) => tokenRates(prices, ratio, groupRatio, name);
  return {
    unit,
    standard: isFixed ? fixedRates(card, ratio, groupRatio) : tier(card),
    longContext:
      longContext && !isFixed
        ? { aboveInputTokens: longContext.aboveInputTokens, rates: tier(longContext, 'longContext') }
        : null,
    offPeak:
      offPeak && !isFixed
        ? { peak: readPeakHours(offPeak.peakHoursUtc, offPeak.peakDays), rates: tier(offPeak, 'offPeak') }
        : null,
    factors:
      sizes || qualities
        ? { sizes: sizes ? compileFactors(sizes) : null, qualities: qualities ? compileFactors(qualities) : null }
        : null,
    serviceTiers: serviceTiers ? compileFactors(serviceTiers).named : null,
    toolFees: new Map(
      Object.entries({ ...toolFees, ...card.toolFees }).map(([tool, fee]) => [tool, parseDecimal(fee)]),
    ),
    groupRatio: ratio,
    next: next ? { fromMs: Date.parse(next.from), price: compileCard(next, groupRatio, toolFees) } : null,
  };
}

/** Absent prices: cache reads, cache writes, sound and images cost what other tokens of their direction cost. */
function tokenRates(prices: TokenPrices, ratio: bigint, groupRatio: string, tier: string | undefined): Rates {
  const usd = (value: string | undefined, otherwise: bigint) => (value === undefined ? otherwise : parseDecimal(value));
  const input = usd(prices.input, 0n);
  const output = usd(prices.output, 0n);
  const cacheWrite = usd(prices.cacheWrite, input);
  const rates = [
    input,
    usd(prices.cacheRead, input),
    cacheWrite,
    usd(prices.cacheWrite1h, cacheWrite),
    usd(prices.audioInput, input),
    usd(prices.imageInput, input),
    output,
    usd(prices.audioOutput, output),
    usd(prices.imageOutput, output),
    0n,
  ];
  const named = tokenPriceNames.flatMap((name) => (prices[name] === undefined ? [] : [[name, prices[name]]]));
  const receipt = { card: Object.fromEntries(tier === undefined ? named : [['tier', tier], ...named]), groupRatio };
  return inSmallestTerms(rates, QUOTA_PER_USD * ratio, 1_000_000n * ONE * ONE, receipt);
}

/** How many counted things a fixed price is for. */
const counted = { perCall: 1n, perSecond: 1n, perMinute: 60n, perMillionCharacters: 1_000_000n } as const;

function fixedRates(card: PriceCard, ratio: bigint, groupRatio: string): Rates {
  const name = fixedPriceNames.find((fixed) => card[fixed] !== undefined) ?? 'perCall';
  const usd = card[name] ?? '0';
  const rates = Array.from({ length: place.quantity + 1 }, () => 0n);
  rates[place.quantity] = parseDecimal(usd);
  const perPrice = counted[name] * ONE * ONE;
  return inSmallestTerms(rates, QUOTA_PER_USD * ratio, perPrice, { card: { [name]: usd }, groupRatio });
}

/** quota = price * factor / divisor, cut down to the smallest integers so that they usually fit a number. */
function inSmallestTerms(prices: bigint[], factor: bigint, divisor: bigint, receipt: PriceReceipt): Rates {
  const doubled = prices.map((value) => 2n * value * factor);
  const common = doubled.reduce(greatestCommonDivisor, divisor);
  const exact = doubled.map((value) => value / common);
  const numbers = exact.map(Number);
  return {
    exact,
    half: divisor / common,
    numbers,
    halfNumber: Number(divisor / common),
    dearestInput: dearest(exact, place.input, place.imageInput),
    dearestOutput: dearest(exact, place.output, place.imageOutput),
    receipt: Object.freeze({ ...receipt, card: Object.freeze(receipt.card) }),
  };
}

function dearest(rates: readonly bigint[], first: number, last: number): number {
  let found = first;
  for (let at = first; at <= last; at++) if ((rates[at] ?? 0n) > (rates[found] ?? 0n)) found = at;
  return found;
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b);
}
