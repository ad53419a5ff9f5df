import { add, type Decimal, divide, multiply, parseDecimal, round, subtract, toPlain } from '../../lib/decimal.ts';
import type { LogRow } from './api.ts';
import type { LogOther } from './log-other.ts';

/** Prices are in US dollars; one is worth so much quota, whatever unit the site shows. */
const QUOTA_PER_USD = 500_000;
/** A ratio of 1 is 2 USD per million tokens. */
const USD_PER_RATIO = 2;
const digits = 8;

export type CostKind =
  | 'input'
  | 'cacheRead'
  | 'cacheWrite'
  | 'cacheWrite1h'
  | 'audioInput'
  | 'imageInput'
  | 'output'
  | 'audioOutput'
  | 'imageOutput'
  | 'perCall'
  | 'perSecond'
  | 'perMinute'
  | 'perMillionCharacters'
  | 'tool';

export interface CostLine {
  readonly kind: CostKind;
  /** Of a tool that the provider ran. */
  readonly tool?: string;
  /** Tokens, calls, seconds or characters. */
  readonly count: number;
  /** USD per million tokens or characters, per call, per second, per minute, per 1,000 calls of a tool. */
  readonly price: string;
  /** What size, quality and tier of service multiply the price by, where they do. */
  readonly factors: readonly string[];
  /** In the site's currency, with 8 decimals, group ratio included. */
  readonly amount: Decimal;
}

export interface CostBreakdown {
  readonly lines: readonly CostLine[];
  readonly groupRatio: string;
  /** What rounding to whole quota added or took, so that the lines and it give the charge. */
  readonly rounding: Decimal;
  readonly total: Decimal;
  /** `(1204 × 2.5 + 310 × 10) ÷ 1,000,000 × 1.5` */
  readonly formula: string;
}

type Card = Readonly<Record<string, string>>;
/** A line before it is multiplied; its price is for `per` things. */
type Priced = Omit<CostLine, 'amount'> & { readonly per: number };

const exact = (value: string | number): Decimal => parseDecimal(value) ?? { units: 0n, scale: 0 };

/** The prices a row was charged by; rows without a card have ratios. */
function cardOf(other: LogOther): Card | undefined {
  if (other.card !== undefined) return other.card;
  if (other.model_price !== undefined && other.model_price >= 0 && other.model_ratio === undefined) {
    return { perCall: String(other.model_price) };
  }
  if (other.model_ratio === undefined) return undefined;
  const input = multiply(exact(other.model_ratio), exact(USD_PER_RATIO));
  return {
    input: toPlain(input),
    output: toPlain(multiply(input, exact(other.completion_ratio ?? 1))),
    cacheRead: toPlain(multiply(input, exact(other.cache_ratio ?? 1))),
  };
}

export type TokenKind = Exclude<CostKind, `per${string}` | 'tool'>;

/** Every token once, as the gateway counts them: cached ones first, then sound and images, the rest is text. */
export function tokensByKind(row: LogRow, other: LogOther): Record<TokenKind, number> {
  const cacheRead = other.cache_tokens ?? 0;
  const cacheWritten = other.cache_write_tokens ?? 0;
  const cacheWrite1h = Math.min(other.cache_write_1h_tokens ?? 0, cacheWritten);
  const uncached = Math.max(0, row.prompt_tokens - cacheRead - cacheWritten);
  const audioInput = Math.min(other.audio_input ?? 0, uncached);
  const imageInput = Math.min(other.image_input ?? 0, uncached - audioInput);
  const audioOutput = Math.min(other.audio_output ?? 0, row.completion_tokens);
  const imageOutput = Math.min(other.image_output ?? 0, row.completion_tokens - audioOutput);
  return {
    input: uncached - audioInput - imageInput,
    cacheRead,
    cacheWrite: cacheWritten - cacheWrite1h,
    cacheWrite1h,
    audioInput,
    imageInput,
    output: row.completion_tokens - audioOutput - imageOutput,
    audioOutput,
    imageOutput,
  };
}

/** What a kind costs that the card does not name. */
const fallbacks: Partial<Record<TokenKind, TokenKind>> = {
  cacheRead: 'input',
  cacheWrite: 'input',
  cacheWrite1h: 'cacheWrite',
  audioInput: 'input',
  imageInput: 'input',
  audioOutput: 'output',
  imageOutput: 'output',
};

function priceOf(card: Card, kind: TokenKind): string {
  const otherwise = fallbacks[kind];
  return card[kind] ?? (otherwise === undefined ? '0' : priceOf(card, otherwise));
}

function tokenLines(row: LogRow, other: LogOther, card: Card): Priced[] {
  const factors = [other.service_tier_ratio].filter((factor) => factor !== undefined);
  return (Object.entries(tokensByKind(row, other)) as [TokenKind, number][])
    .filter(([kind, count]) => count > 0 || kind === 'input' || kind === 'output')
    .map(([kind, count]) => ({ kind, count, price: priceOf(card, kind), factors, per: 1_000_000 }));
}

/** The first of these that a card has is charged, and beats tokens. */
const fixedPrices = [
  { kind: 'perCall', per: 1, count: ({ calls = 1 }: LogOther) => calls },
  { kind: 'perSecond', per: 1, count: ({ seconds = 0 }: LogOther) => seconds },
  { kind: 'perMinute', per: 60, count: ({ seconds = 0 }: LogOther) => seconds },
  { kind: 'perMillionCharacters', per: 1_000_000, count: ({ characters = 0 }: LogOther) => characters },
] as const;

function pricedLines(row: LogRow, other: LogOther, card: Card): Priced[] {
  for (const { kind, per, count } of fixedPrices) {
    const price = card[kind];
    if (price === undefined) continue;
    const { size_ratio, quality_ratio, service_tier_ratio } = other;
    const factors = [size_ratio, quality_ratio, service_tier_ratio].filter((factor) => factor !== undefined);
    return [{ kind, count: count(other), price, factors, per }];
  }
  return tokenLines(row, other, card);
}

function toolLines({ tool_calls = {}, tool_fees = {} }: LogOther): Priced[] {
  return Object.entries(tool_fees).map(([tool, price]) => ({
    kind: 'tool',
    tool,
    count: tool_calls[tool] ?? 0,
    price,
    factors: [],
    per: 1000,
  }));
}

/** How a row's charge came about; undefined when the row does not say. */
export function costOf(row: LogRow, other: LogOther, quotaPerUnit: number): CostBreakdown | undefined {
  const card = cardOf(other);
  if (card === undefined) return undefined;
  const groupRatio = String(other.group_ratio ?? 1);
  const priced = [...pricedLines(row, other, card), ...toolLines(other)];
  const factor = multiply(exact(groupRatio), exact(QUOTA_PER_USD));
  const lines = priced.map(({ per, ...line }) => {
    const usd = [line.price, ...line.factors].map(exact).reduce(multiply, exact(line.count));
    return { ...line, amount: divide(multiply(usd, factor), multiply(exact(per), exact(quotaPerUnit)), digits) };
  });
  const total = divide(exact(row.quota), exact(quotaPerUnit), digits);
  const sum = lines.reduce((left, { amount }) => add(left, amount), exact(0));
  return {
    lines,
    groupRatio,
    rounding: round(subtract(total, sum), digits),
    total,
    formula: formulaOf(priced, groupRatio),
  };
}

function formulaOf(lines: readonly Priced[], groupRatio: string): string {
  const used = lines.filter(({ count }) => count > 0);
  const parts = [...new Set(used.map(({ per }) => per))].map((per) => {
    const terms = used.filter((line) => line.per === per).map(termOf);
    const sum = sumOf(terms);
    return per === 1 ? sum : `${sum} ÷ ${per.toLocaleString('en')}`;
  });
  return parts.length === 0 ? '0' : `${sumOf(parts)} × ${groupRatio}`;
}

function termOf({ count, price, factors }: Priced): string {
  return [count.toLocaleString('en'), `$${price}`, ...factors].join(' × ');
}

function sumOf(terms: readonly string[]): string {
  return terms.length === 1 ? String(terms[0]) : `(${terms.join(' + ')})`;
}
