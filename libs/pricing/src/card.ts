import { MAX_TOOLS, TOOL_PATTERN } from '@switchyard/contracts';
import { type Static, Type } from 'typebox';
import { DECIMAL_PATTERN } from './decimal.ts';
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

export const ToolFees = Type.Record(Type.String({ pattern: TOOL_PATTERN }), Type.String({ pattern: DECIMAL_PATTERN }), {
  additionalProperties: false,
  minProperties: 1,
  maxProperties: MAX_TOOLS,
});
/** USD per 1,000 calls of a provider's tool, as decimal texts. */
export type ToolFees = Static<typeof ToolFees>;

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

/** Factors of a price, as decimal texts by what the client asked for. */
const factorsBy = (pattern: string) =>
  Type.Optional(
    Type.Record(Type.String({ pattern, maxLength: 40 }), Type.String({ pattern: DECIMAL_PATTERN }), {
      additionalProperties: false,
      minProperties: 1,
      maxProperties: 50,
    }),
  );
const factors = factorsBy('^[\\w.:-]+(?: [\\w.:-]+)?$');

const prices = {
  ...tokenPrices,
  /** Per request, or per image where images are produced. */
  perCall: price,
  /** Of sound or video. */
  perSecond: price,
  perMinute: price,
  /** Of text to speak. */
  perMillionCharacters: price,
  /** Factor by image or video size, such as `{"1024x1792": "2"}`. */
  sizes: factors,
  /** Factor by quality; `"hd 1024x1792"` is that quality at that size and beats `"hd"`. */
  qualities: factors,
  /** Factor by tier of service, such as `{"priority": "2"}`: of any price, in all its tiers. Names in lower case. */
  serviceTiers: factorsBy('^[a-z0-9_.:-]{1,40}$'),
  /** USD per 1,000 calls of a provider's tool, by its name; beats the shipped fee. */
  toolFees: Type.Optional(ToolFees),
  /** Prices of a whole request whose prompt, cached tokens included, is longer than `aboveInputTokens`. */
  longContext: Type.Optional(LongContext),
  /** Prices outside the peak hours; the standard prices are those of the peak. */
  offPeak: Type.Optional(OffPeak),
};

const Successor = Type.Object(
  { from: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' }), ...prices },
  { additionalProperties: false },
);

/** What a model costs, in USD. The first fixed price of a card is charged, and beats the token prices. */
export const PriceCard = Type.Object(
  {
    ...prices,
    /** All prices of requests that start on this day (UTC) or later, nothing inherited. */
    next: Type.Optional(Successor),
  },
  { additionalProperties: false },
);
export type PriceCard = Static<typeof PriceCard>;
/** The first one that a card has is charged. */
export const fixedPriceNames = ['perCall', 'perSecond', 'perMinute', 'perMillionCharacters'] as const;
/** Factors of fixed prices only. */
export const factorNames = ['sizes', 'qualities'] as const;
export type Tier = 'longContext' | 'offPeak';
export const tiers: readonly Tier[] = ['longContext', 'offPeak'];
