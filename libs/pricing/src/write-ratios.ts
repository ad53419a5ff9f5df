import { isDeepStrictEqual } from 'node:util';
import { factorNames, fixedPriceNames, type PriceCard, type TokenPrices, tiers, tokenPriceNames } from './card.ts';
import { divideHalfUp, formatDecimal, ONE, parseDecimal } from './decimal.ts';
import { parseCard } from './parse-card.ts';
import { asShown, basePrice, plainestPrice, type RatioMapName, ratioMapNames, readRatio } from './ratios.ts';

/** Rows of `price_cards` to write and to delete. */
export interface CardChanges {
  readonly store: ReadonlyMap<string, PriceCard>;
  readonly remove: readonly string[];
}

/** The prices of a card, a tier or a successor that ratios move. */
type MovingPrices = TokenPrices & Pick<PriceCard, 'perMillionCharacters'>;
const movingNames = [...tokenPriceNames, 'perMillionCharacters'] as const;
type Outcome = PriceCard | undefined | { readonly error: string };

/**
 * What writing a whole option map changes. Models whose figure stays the same are left alone; a model that the map leaves
 * out returns to its shipped figure, or loses it when nothing is shipped. `cards` are those of the present table, and they
 * and `shipped` those in force now (`cardsInForce`).
 */
export function writeRatioMap(
  name: RatioMapName,
  wanted: ReadonlyMap<string, string>,
  cards: ReadonlyMap<string, PriceCard>,
  shipped: ReadonlyMap<string, PriceCard>,
): CardChanges | { error: string } {
  const store = new Map<string, PriceCard>();
  const remove: string[] = [];
  for (const model of new Set([...cards.keys(), ...wanted.keys()])) {
    const card = cards.get(model);
    const base = shipped.get(model);
    const present = readRatio(name, card);
    const ratio = wanted.get(model);
    if (present === undefined && ratio === undefined) continue;
    const target = ratio === undefined ? readRatio(name, base) : asShown(name, ratio);
    if (isSame(present, target)) continue;

    const next = checked(model, writers[name](card ?? base, target, base));
    if (next !== undefined && 'error' in next) return { error: `${name} "${model}" ${next.error}` };
    if (isDeepStrictEqual(next, card)) continue;
    if (next === undefined || (base !== undefined && isShippedAgain(next, base))) remove.push(model);
    else store.set(model, next);
  }
  return { store, remove };
}

/** Clients hold the figures of a map as floats; what they cannot tell apart is no change. */
function isSame(present: bigint | undefined, target: bigint | undefined): boolean {
  if (present === undefined || target === undefined) return present === target;
  return Number(formatDecimal(present)) === Number(formatDecimal(target));
}

/** A card that is the shipped one again follows its upgrades; one that says something else where no map looks is an own one. */
function isShippedAgain(card: PriceCard, base: PriceCard): boolean {
  const showsSame = ratioMapNames.every((name) => readRatio(name, card) === readRatio(name, base));
  return showsSame && isDeepStrictEqual(withoutNoise(card), withoutNoise(base));
}

/** To be compared only: what ratios of 6 decimals moved away and back differs behind the sixth digit. */
function withoutNoise(card: PriceCard): PriceCard {
  return changePrices(card, (prices) => {
    for (const name of movingNames) {
      if (prices[name] !== undefined) prices[name] = Number(prices[name]).toPrecision(6);
    }
  });
}

function checked(model: string, next: Outcome): Outcome {
  if (next === undefined || 'error' in next) return next;
  const parsed = parseCard(model, next);
  return 'card' in parsed ? parsed.card : { error: `makes a price that cannot be: ${parsed.error}` };
}

const writers: Record<
  RatioMapName,
  (card: PriceCard | undefined, target: bigint | undefined, base: PriceCard | undefined) => Outcome
> = {
  ModelRatio: writeModelRatio,
  CompletionRatio: (card, target) => writeFactor(card, 'output', target, ONE),
  CacheRatio: (card, target) => writeFactor(card, 'cacheRead', target, undefined),
  ModelPrice: writeModelPrice,
};

/** A price per call that was written holds until it is written again: a successor of the card would change it. */
function writeModelPrice(card: PriceCard | undefined, target: bigint | undefined): Outcome {
  const { perCall: _replaced, next: _dropped, ...rest } = card ?? {};
  if (target !== undefined) return { ...rest, perCall: formatDecimal(target) };
  return isFixed(rest) || rest.input !== undefined ? withoutIdleFactors(rest) : undefined;
}

/** All token prices of a card keep their proportions; where there are none to keep, writing costs what reading costs. */
function writeModelRatio(
  card: PriceCard | undefined,
  target: bigint | undefined,
  base: PriceCard | undefined,
): Outcome {
  const kept = Object.fromEntries(
    besideTokens.flatMap((name) => (card?.[name] === undefined ? [] : [[name, card[name]]])),
  ) as PriceCard;
  if (target === undefined) return isFixed(kept) ? kept : undefined;

  const input = 2n * target;
  const pattern = [card, base].find((candidate) => (basePrice(candidate) ?? '0') !== '0');
  const before = basePrice(pattern);
  if (pattern === undefined || before === undefined) {
    if (card?.perMillionCharacters !== undefined) return { ...kept, perMillionCharacters: formatDecimal(input) };
    return { ...kept, input: formatDecimal(input), output: formatDecimal(input) };
  }
  const scaled = changePrices(pattern, (prices) => {
    for (const name of movingNames) {
      const usd = prices[name];
      if (usd !== undefined)
        prices[name] = formatDecimal(divideHalfUp(parseDecimal(usd) * input, parseDecimal(before)));
    }
  });
  const { next } = pattern === card ? scaled : kept;
  for (const name of besideTokens) delete scaled[name];
  return { ...scaled, ...kept, ...(next === undefined ? {} : { next }) };
}

/** What a card has beside the prices that ModelRatio moves. */
const besideTokens = ['perCall', 'perSecond', 'perMinute', ...factorNames, 'serviceTiers', 'toolFees', 'next'] as const;

function isFixed(card: PriceCard): boolean {
  return fixedPriceNames.some((name) => card[name] !== undefined);
}

/** Sizes and qualities multiply fixed prices only. */
function withoutIdleFactors(card: PriceCard): PriceCard {
  if (isFixed(card)) return card;
  const { sizes: _sizes, qualities: _qualities, ...rest } = card;
  return rest;
}

/** Sets a price to a multiple of the input price; a tier's price moves in proportion. */
function writeFactor(
  card: PriceCard | undefined,
  name: 'output' | 'cacheRead',
  target: bigint | undefined,
  otherwise: bigint | undefined,
): Outcome {
  const before = card?.[name];
  if (card?.perMillionCharacters !== undefined && target !== undefined) {
    return { error: 'is priced by characters, which have no such ratio: leave it out' };
  }
  if (card?.input === undefined || (card.input === '0' && (before ?? '0') !== '0')) {
    return target === undefined ? card : { error: 'has no input price to multiply: set its ModelRatio first' };
  }
  if (card.input === '0') return card;

  const factor = target ?? otherwise;
  const after = factor === undefined ? undefined : plainestPrice(parseDecimal(card.input), factor);
  return changePrices(card, (prices) => {
    const usd = prices[name];
    if (prices.input === undefined) return;
    if (factor === undefined || after === undefined) delete prices[name];
    else if (before === undefined || before === '0' || usd === undefined)
      prices[name] = formatDecimal(plainestPrice(parseDecimal(prices.input), factor));
    else prices[name] = formatDecimal(divideHalfUp(parseDecimal(usd) * after, parseDecimal(before)));
  });
}

/** A copy whose prices, the standard ones, each tier's and the successor's, went through `change`. */
function changePrices(card: PriceCard, change: (prices: MovingPrices) => void): PriceCard {
  const copy = structuredClone(card);
  for (const prices of [copy, copy.next]) {
    if (prices === undefined) continue;
    change(prices);
    for (const tier of tiers) if (prices[tier] !== undefined) change(prices[tier]);
  }
  return copy;
}
