import type { UsageTokens } from '@switchyard/contracts';
import { type CompiledPrice, place, type Rates } from './compile.ts';
import { isPeak } from './peak-hours.ts';

/** Greatest charge of one request, in quota. */
export const MAX_CHARGE = 1e15;
const MAX_TOKENS = 1e12;
const MAX_CALLS = 10_000;
const MAX_SECONDS = 100_000;

/** No estimate of a prompt is further off: it counts bytes / 3.5, and no tokenizer makes two tokens of one byte. */
const PROMPT_ESTIMATE_ERROR = 4;

/**
 * What a request costs, in quota, rounded half up once. `quantity` is the number of calls (images and the like; 1 when
 * left out) or of seconds, by `compiled.unit`; token prices take none. `atMs` is the start of the request.
 * @throws RangeError when a count or the charge is out of bounds, or the seconds are missing.
 */
export function price(compiled: CompiledPrice, tokens: UsageTokens, atMs: number, quantity?: number): number {
  return charge(appliedRates(compiled, tokens.prompt, atMs), counts(tokens, boundedQuantity(compiled, quantity)));
}

/**
 * The most that a request of so many tokens can cost, for its hold: as if every token were of the dearest sort, and in the
 * long-context tier when the prompt may turn out to be that long.
 * @throws RangeError like `price`.
 */
export function ceiling(
  compiled: CompiledPrice,
  promptTokens: number,
  completionTokens: number,
  quantity?: number,
): number {
  const units = boundedQuantity(compiled, quantity);
  const most = (rates: Rates) => charge(rates, dearestCounts(rates, promptTokens, completionTokens, units));
  const { longContext, offPeak } = compiled;
  let ceiling = most(compiled.standard);
  if (longContext !== null && promptTokens * PROMPT_ESTIMATE_ERROR > longContext.aboveInputTokens) {
    ceiling = Math.max(ceiling, most(longContext.rates));
  }
  return offPeak === null ? ceiling : Math.max(ceiling, most(offPeak.rates));
}

/** The rates of the tier that a request falls into. */
export function appliedRates(compiled: CompiledPrice, promptTokens: number, atMs: number): Rates {
  const { longContext, offPeak } = compiled;
  if (longContext !== null && promptTokens > longContext.aboveInputTokens) return longContext.rates;
  if (offPeak !== null && !isPeak(offPeak.peak, atMs)) return offPeak.rates;
  return compiled.standard;
}

/** Calls or seconds to charge; 0 when tokens are. */
export function boundedQuantity({ unit }: CompiledPrice, quantity: number | undefined): number {
  if (unit === 'tokens') return 0;
  if (unit === 'calls') return bounded(quantity ?? 1, MAX_CALLS, 'Calls');
  return bounded(quantity ?? Number.NaN, MAX_SECONDS, 'Seconds');
}

/**
 * Every token of a kind once. Cached tokens count in full even when a provider forgot them in its prompt total; sound
 * and images are cut to what is left of it, for a cached token of sound is reported as both.
 */
function counts(tokens: UsageTokens, quantity: number): number[] {
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

function dearestCounts(rates: Rates, promptTokens: number, completionTokens: number, quantity: number): number[] {
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
  const charge =
    rounded < Number.MAX_SAFE_INTEGER ? Math.floor(rounded / (2 * rates.halfNumber)) : exactCharge(rates, counts);
  if (charge > MAX_CHARGE) throw new RangeError(`A charge of ${charge} quota is above the limit of ${MAX_CHARGE}`);
  return charge === 0 ? 1 : charge;
}

/** The same in integers of any size; above the limit it may be rounded. */
function exactCharge(rates: Rates, counts: readonly number[]): number {
  const sum = rates.exact.reduce((total, rate, at) => total + rate * BigInt(counts[at] ?? 0), 0n);
  return Number((sum + rates.half) / (2n * rates.half));
}

function bounded(count: number, limit: number, name: string): number {
  if (count >= 0 && count <= limit && Math.floor(count) === count) return count;
  throw new RangeError(`${name} must be a whole number from 0 to ${limit}, not ${count}`);
}
