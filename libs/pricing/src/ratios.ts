import type { PriceCard } from './card.ts';
import { divideHalfUp, formatDecimal, MAX_DECIMAL, ONE, parseDecimal } from './decimal.ts';

/** The option maps that show price cards as ratios. Ratio 1 is 2 USD per million tokens, which is 1 quota per token. */
export const ratioMapNames = ['ModelRatio', 'CompletionRatio', 'CacheRatio', 'ModelPrice'] as const;
export type RatioMapName = (typeof ratioMapNames)[number];

/** Whether an option is one of the maps. */
export function isRatioMapName(key: string): key is RatioMapName {
  return (ratioMapNames as readonly string[]).includes(key);
}

/** Quotients of prices need not terminate: they are shown, read and compared with 6 decimals. */
const QUOTIENT_STEP = 10n ** 6n;

const views: Record<RatioMapName, (card: PriceCard) => bigint | undefined> = {
  ModelRatio: (card) => {
    const usd = basePrice(card);
    return usd === undefined ? undefined : divideHalfUp(parseDecimal(usd), 2n);
  },
  CompletionRatio: ({ input, output }) => quotient(output, input),
  CacheRatio: ({ input, cacheRead }) => quotient(cacheRead, input),
  ModelPrice: ({ perCall }) => (perCall === undefined ? undefined : parseDecimal(perCall)),
};

/** What ModelRatio shows, in USD per million: the input price, of text to speak that of its characters. */
export function basePrice(card: PriceCard | undefined): string | undefined {
  return card?.input ?? card?.perMillionCharacters;
}

/** A card's figure in a map, scaled by 10^12; undefined when it has none: a free input has no completion ratio. */
export function readRatio(name: RatioMapName, card: PriceCard | undefined): bigint | undefined {
  return card === undefined ? undefined : views[name](card);
}

/**
 * A written figure, a decimal text, as the map can show it; scaled by 10^12.
 * @throws RangeError unless it is a plain decimal from 0 to 1,000,000.
 */
export function asShown(name: RatioMapName, ratio: string): bigint {
  const scaled = parseDecimal(ratio);
  return name === 'CompletionRatio' || name === 'CacheRatio' ? toStep(scaled, 1n) : scaled;
}

/** The map of all cards that have the figure, as decimal texts by model. */
export function readRatioMap(name: RatioMapName, cards: ReadonlyMap<string, PriceCard>): Map<string, string> {
  const map = new Map<string, string>();
  for (const [model, card] of cards) {
    const ratio = readRatio(name, card);
    if (ratio !== undefined) map.set(model, formatDecimal(ratio));
  }
  return map;
}

/** The option's value on the wire: a JSON object of plain numbers, digit by digit. */
export function ratioMapText(map: ReadonlyMap<string, string>): string {
  return `{${[...map].map(([model, ratio]) => `${JSON.stringify(model)}:${ratio}`).join(',')}}`;
}

function quotient(dividend: string | undefined, divisor: string | undefined): bigint | undefined {
  if (dividend === undefined || divisor === undefined || divisor === '0') return undefined;
  const ratio = toStep(parseDecimal(dividend), parseDecimal(divisor), ONE);
  return ratio > MAX_DECIMAL ? undefined : ratio;
}

/**
 * The price with the fewest decimals that shows as this multiple of the input price, scaled like it: who enters 2.5 beside
 * 0.3 sends 8.333333, and means 2.5.
 */
export function plainestPrice(input: bigint, ratio: bigint): bigint {
  const halfSteps = (2n * ratio) / QUOTIENT_STEP;
  const least = ceilDivide(input * QUOTIENT_STEP * (halfSteps - 1n), 2n * ONE);
  const beyond = ceilDivide(input * QUOTIENT_STEP * (halfSteps + 1n), 2n * ONE);
  for (let step = ONE; step >= 1n; step /= 10n) {
    const price = ceilDivide(least, step) * step;
    if (price < beyond) return price;
  }
  return divideHalfUp(input * ratio, ONE);
}

function ceilDivide(dividend: bigint, divisor: bigint): bigint {
  return dividend <= 0n ? 0n : (dividend + divisor - 1n) / divisor;
}

/** dividend * factor / divisor in whole steps of the quotients' precision. */
function toStep(dividend: bigint, divisor: bigint, factor = 1n): bigint {
  return divideHalfUp(dividend * factor, divisor * QUOTIENT_STEP) * QUOTIENT_STEP;
}
