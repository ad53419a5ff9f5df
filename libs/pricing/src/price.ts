import type { UsageTokens } from '@switchyard/contracts';
import { bounded, MAX_CHARGE, MAX_TOKENS, quantityOf } from './bounds.ts';
import { type CompiledPrice, place, type Rates } from './compile.ts';
import { divideHalfUp, ONE } from './decimal.ts';
import { type Extras, extrasOf, noExtras, tierFactor, usesRatesAlone } from './extras.ts';
import { isPeak } from './peak-hours.ts';

/** No estimate of a prompt is further off: it counts bytes / 3.5, and no tokenizer makes two tokens of one byte. */
const PROMPT_ESTIMATE_ERROR = 4;

/** What a request can use at most; what is left out is as in the usage. */
export interface Bounds
  extends Pick<UsageTokens, 'calls' | 'seconds' | 'characters' | 'size' | 'quality' | 'serviceTier' | 'toolCalls'> {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/**
 * What a request costs, in quota, rounded half up once. `atMs` is the start of the request.
 * @throws RangeError when a count or the charge is out of bounds, or the seconds or characters to charge are missing.
 */
export function price(compiled: CompiledPrice, usage: UsageTokens, atMs: number): number {
  const current = inForce(compiled, atMs);
  const rates = appliedRates(current, usage, atMs);
  const counted = counts(usage, quantityOf(current.unit, usage));
  return usesRatesAlone(current, usage)
    ? charge(rates, counted)
    : exactCharge(rates, counted, extrasOf(current, usage));
}

/**
 * The most that such a request can cost, for its hold: as if every token were of the dearest sort, in the long-context
 * tier when the prompt may turn out to be that long, at the dearest hour, today's or the coming price; at the tier of
 * service that was asked for, or the standard one when that is dearer.
 * @throws RangeError like `price`.
 */
export function ceiling(compiled: CompiledPrice, bounds: Bounds): number {
  const { standard, longContext, offPeak, next } = compiled;
  let most = dearestCharge(compiled, standard, bounds);
  if (longContext !== null && bounds.promptTokens * PROMPT_ESTIMATE_ERROR > longContext.aboveInputTokens) {
    most = Math.max(most, dearestCharge(compiled, longContext.rates, bounds));
  }
  if (offPeak !== null) most = Math.max(most, dearestCharge(compiled, offPeak.rates, bounds));
  return next === null ? most : Math.max(most, ceiling(next.price, bounds));
}

function dearestCharge(compiled: CompiledPrice, rates: Rates, bounds: Bounds): number {
  const counted = dearestCounts(rates, bounds, quantityOf(compiled.unit, bounds));
  return usesRatesAlone(compiled, bounds)
    ? charge(rates, counted)
    : exactCharge(rates, counted, extrasOf(compiled, atLeastStandard(compiled, bounds)));
}

/** What asks for a cheaper tier of service may be served at the standard one. */
function atLeastStandard(compiled: CompiledPrice, bounds: Bounds): Bounds {
  if (tierFactor(compiled, bounds.serviceTier) >= ONE) return bounds;
  const { serviceTier: _cheaper, ...standard } = bounds;
  return standard;
}

/** The price that holds at an instant: a card's own or that of its successor. */
export function inForce(compiled: CompiledPrice, atMs: number): CompiledPrice {
  const { next } = compiled;
  return next !== null && atMs >= next.fromMs ? next.price : compiled;
}

/** The rates of the tier that a request falls into. `atMs` is its start. */
export function appliedRates(
  { standard, longContext, offPeak }: CompiledPrice,
  { prompt, cacheRead, cacheWrite }: UsageTokens,
  atMs: number,
): Rates {
  // A provider may have forgotten the cached tokens in its total: see `counts`.
  const isLong = longContext !== null && Math.max(prompt, cacheRead + cacheWrite) > longContext.aboveInputTokens;
  if (isLong) return longContext.rates;
  if (offPeak !== null && !isPeak(offPeak.peak, atMs)) return offPeak.rates;
  return standard;
}

/**
 * Every token of a kind once. Cached tokens count in full even when a provider forgot them in its prompt total; sound
 * and images are cut to what is left of it, for a cached token of sound is reported as both.
 */
export function counts(tokens: UsageTokens, quantity: number): number[] {
  const prompt = bounded(tokens.prompt, MAX_TOKENS, 'Prompt tokens');
  const cacheRead = bounded(tokens.cacheRead, MAX_TOKENS, 'Cached tokens');
  const cacheWrite = bounded(tokens.cacheWrite, MAX_TOKENS, 'Cache-written tokens');
  const cacheWrite1h = Math.min(bounded(tokens.cacheWrite1h ?? 0, MAX_TOKENS, 'Cache-written tokens'), cacheWrite);
  const uncached = Math.max(0, prompt - cacheRead - cacheWrite);
  const audioInput = Math.min(bounded(tokens.audioInput ?? 0, MAX_TOKENS, 'Audio tokens'), uncached);
  const imageInput = Math.min(bounded(tokens.imageInput ?? 0, MAX_TOKENS, 'Image tokens'), uncached - audioInput);
  const completion = bounded(tokens.completion, MAX_TOKENS, 'Completion tokens');
  const audioOutput = Math.min(bounded(tokens.audioOutput ?? 0, MAX_TOKENS, 'Audio tokens'), completion);
  const imageOutput = Math.min(bounded(tokens.imageOutput ?? 0, MAX_TOKENS, 'Image tokens'), completion - audioOutput);
  return [
    uncached - audioInput - imageInput,
    cacheRead,
    cacheWrite - cacheWrite1h,
    cacheWrite1h,
    audioInput,
    imageInput,
    completion - audioOutput - imageOutput,
    audioOutput,
    imageOutput,
    quantity,
  ];
}

function dearestCounts(rates: Rates, { promptTokens, completionTokens }: Bounds, quantity: number): number[] {
  const counts = [0, 0, 0, 0, 0, 0, 0, 0, 0, quantity];
  counts[rates.dearestInput] = bounded(promptTokens, MAX_TOKENS, 'Prompt tokens');
  counts[rates.dearestOutput] = bounded(completionTokens, MAX_TOKENS, 'Completion tokens');
  return counts;
}

/**
 * Sum of counts times rates, rounded half up; at least 1 when it is not 0.
 *
 * Numbers are exact here: all terms are integers >= 0 and rounding is monotone, so a computed sum below 2^53 proves that
 * no step left the exact range. Below 2^53 a quotient cannot be rounded up to the next integer n either: that would take
 * n * divisor - sum <= n * divisor / 2^54, which is less than 1.
 */
function charge(rates: Rates, counts: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at <= place.quantity; at++) sum += (counts[at] as number) * (rates.numbers[at] as number);
  if (sum === 0) return 0;
  const rounded = sum + rates.halfNumber;
  if (rounded >= Number.MAX_SAFE_INTEGER) return exactCharge(rates, counts, noExtras);
  return withinLimit(Math.floor(rounded / (2 * rates.halfNumber)) || 1);
}

/** The same in integers of any size, with all factors and fees; above the limit it may be rounded. */
function exactCharge({ exact, half }: Rates, counts: readonly number[], { factor, fees }: Extras): number {
  const sum = exact.reduce((total, rate, at) => total + rate * BigInt(counts[at] ?? 0), 0n);
  const divisor = 2n * half * factor.divisor;
  const dividend = sum * factor.dividend * fees.divisor + divisor * fees.dividend;
  if (dividend === 0n) return 0;
  return withinLimit(Number(divideHalfUp(dividend, divisor * fees.divisor)) || 1);
}

function withinLimit(charge: number): number {
  if (charge > MAX_CHARGE) throw new RangeError(`A charge of ${charge} quota is above the limit of ${MAX_CHARGE}`);
  return charge;
}
