import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { DECIMAL_PATTERN, formatDecimal, parseDecimal } from './decimal.ts';
import { DAYS_PATTERN, HOURS_PATTERN } from './peak-hours.ts';

const price = Type.Optional(Type.String({ pattern: DECIMAL_PATTERN }));

/** USD per million tokens, as decimal texts. A missing price falls back as `compileCard` says. */
const tokenPrices = {
  input: price,
  output: price,
  cacheRead: price,
  /** Written to a cache that lives 5 minutes. */
  cacheWrite: price,
  /** Written to a cache that lives an hour. */
  cacheWrite1h: price,
  audioInput: price,
  audioOutput: price,
  imageInput: price,
  imageOutput: price,
};

export const TokenPrices = Type.Object(tokenPrices, { additionalProperties: false });
export type TokenPrices = Static<typeof TokenPrices>;
export type TokenPriceName = keyof TokenPrices;
export const tokenPriceNames = Object.keys(tokenPrices) as readonly TokenPriceName[];

const LongContext = Type.Object(
  { aboveInputTokens: Type.Integer({ minimum: 1, maximum: 1e9 }), ...tokenPrices },
  { additionalProperties: false },
);

const OffPeak = Type.Object(
  {
    peakHoursUtc: Type.Array(Type.String({ pattern: HOURS_PATTERN }), { minItems: 1, maxItems: 24 }),
    peakDays: Type.String({ pattern: DAYS_PATTERN }),
    ...tokenPrices,
  },
  { additionalProperties: false },
);

/** What a model costs, in USD. A price per call beats one per second or minute, and that one the token prices. */
export const PriceCard = Type.Object(
  {
    ...tokenPrices,
    perCall: price,
    perSecond: price,
    perMinute: price,
    /** Prices of a whole request whose prompt, cached tokens included, is longer than `aboveInputTokens`. */
    longContext: Type.Optional(LongContext),
    /** Prices outside the peak hours; the standard prices are those of the peak. */
    offPeak: Type.Optional(OffPeak),
  },
  { additionalProperties: false },
);
export type PriceCard = Static<typeof PriceCard>;
/** The first one that a card has is charged. */
export const fixedPriceNames = ['perCall', 'perSecond', 'perMinute'] as const;
export type Tier = 'longContext' | 'offPeak';
export const tiers: readonly Tier[] = ['longContext', 'offPeak'];

const hints: Record<string, string> = {
  pattern: 'must be a decimal text from 0 to 1000000 with at most 12 decimals, such as "2.5"',
  additionalProperties: 'has fields that are no prices',
};

/** Reads a card, decimals in their shortest form. The error names the model and the field. */
export function parseCard(model: string, value: unknown): { card: PriceCard } | { error: string } {
  const [problem] = Value.Errors(PriceCard, value).filter(({ message }) => message !== 'schema is false');
  if (problem !== undefined) {
    const field = problem.instancePath.slice(1).replaceAll('/', '.') || 'the card';
    const hint = /peak(?:Hours|Days)/.test(field) ? undefined : hints[problem.keyword];
    return { error: `Price of ${model}: ${field} ${hint ?? problem.message}` };
  }
  const card = value as PriceCard;
  const error = contradiction(card);
  return error === undefined ? { card: inShortestForm(card) } : { error: `Price of ${model}: ${error}` };
}

function contradiction(card: PriceCard): string | undefined {
  const named = tokenPriceNames.filter((name) => card[name] !== undefined);
  const fixed = fixedPriceNames.some((name) => card[name] !== undefined);
  if (named.length === 0 && !fixed) return 'the card has no price; give input and output, or perCall';
  if (named.length > 0 && (card.input === undefined || card.output === undefined))
    return 'input and output are both needed when a model is priced by tokens';
  if (card.perSecond !== undefined && card.perMinute !== undefined) return 'perSecond and perMinute exclude each other';
  if (card.longContext !== undefined && card.offPeak !== undefined) return 'longContext and offPeak exclude each other';
  if (card.offPeak?.peakHoursUtc.some((window) => window.slice(0, 5) >= window.slice(6)))
    return 'offPeak.peakHoursUtc must end later than they start; split a window at midnight';
  for (const tier of tiers) {
    const prices = card[tier];
    const odd = prices && tokenPriceNames.find((name) => (prices[name] === undefined) !== (card[name] === undefined));
    if (odd !== undefined) return `${tier} must name the same token prices as the card, but differs in ${odd}`;
  }
  return undefined;
}

/** `2.50` and `2.5` are one price; only one of them is stored, compared and printed. */
function inShortestForm<T extends object>(prices: T): T {
  return Object.fromEntries(
    Object.entries(prices).map(([name, value]) => {
      if (name === 'longContext' || name === 'offPeak') return [name, inShortestForm(value)];
      return [name, typeof value === 'string' && name !== 'peakDays' ? formatDecimal(parseDecimal(value)) : value];
    }),
  ) as T;
}
