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
  | 'perMinute';

export interface CostLine {
  readonly kind: CostKind;
  /** Tokens, calls or seconds. */
  readonly count: number;
  /** USD per million tokens, per call, per second or per minute. */
  readonly price: string;
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
type Priced = Omit<CostLine, 'amount'>;

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

/** Every token once, as the gateway prices them: cached ones first, then sound and images, the rest is text. */
function tokenLines(row: LogRow, other: LogOther, card: Card): Priced[] {
  const cacheRead = other.cache_tokens ?? 0;
  const cacheWrite = other.cache_write_tokens ?? 0;
  const cacheWrite1h = Math.min(other.cache_write_1h_tokens ?? 0, cacheWrite);
  const uncached = Math.max(0, row.prompt_tokens - cacheRead - cacheWrite);
  const audioInput = Math.min(other.audio_input ?? 0, uncached);
  const imageInput = Math.min(other.image_input ?? 0, uncached - audioInput);
  const audioOutput = Math.min(other.audio_output ?? 0, row.completion_tokens);
  const imageOutput = Math.min(other.image_output ?? 0, row.completion_tokens - audioOutput);
  const input = card.input ?? '0';
  const output = card.output ?? '0';
  const writing = card.cacheWrite ?? input;
  const lines: Priced[] = [
    { kind: 'input', count: uncached - audioInput - imageInput, price: input },
    { kind: 'cacheRead', count: cacheRead, price: card.cacheRead ?? input },
    { kind: 'cacheWrite', count: cacheWrite - cacheWrite1h, price: writing },
    { kind: 'cacheWrite1h', count: cacheWrite1h, price: card.cacheWrite1h ?? writing },
    { kind: 'audioInput', count: audioInput, price: card.audioInput ?? input },
    { kind: 'imageInput', count: imageInput, price: card.imageInput ?? input },
    { kind: 'output', count: row.completion_tokens - audioOutput - imageOutput, price: output },
    { kind: 'audioOutput', count: audioOutput, price: card.audioOutput ?? output },
    { kind: 'imageOutput', count: imageOutput, price: card.imageOutput ?? output },
  ];
  return lines.filter(({ kind, count }) => count > 0 || kind === 'input' || kind === 'output');
}

function pricedLines(row: LogRow, other: LogOther, card: Card): { lines: Priced[]; per: number } {
  if (card.perCall !== undefined) {
    return { lines: [{ kind: 'perCall', count: other.calls ?? 1, price: card.perCall }], per: 1 };
  }
  if (card.perSecond !== undefined) {
    return { lines: [{ kind: 'perSecond', count: other.seconds ?? 0, price: card.perSecond }], per: 1 };
  }
  if (card.perMinute !== undefined) {
    return { lines: [{ kind: 'perMinute', count: other.seconds ?? 0, price: card.perMinute }], per: 60 };
  }
  return { lines: tokenLines(row, other, card), per: 1_000_000 };
}

/** How a row's charge came about; undefined when the row does not say. */
export function costOf(row: LogRow, other: LogOther, quotaPerUnit: number): CostBreakdown | undefined {
  const card = cardOf(other);
  if (card === undefined) return undefined;
  const groupRatio = String(other.group_ratio ?? 1);
  const { lines: priced, per } = pricedLines(row, other, card);
  const factor = multiply(exact(groupRatio), exact(QUOTA_PER_USD));
  const divisor = multiply(exact(per), exact(quotaPerUnit));
  const lines = priced.map((line) => ({
    ...line,
    amount: divide(multiply(multiply(exact(line.count), exact(line.price)), factor), divisor, digits),
  }));
  const total = divide(exact(row.quota), exact(quotaPerUnit), digits);
  const sum = lines.reduce((left, { amount }) => add(left, amount), exact(0));
  return {
    lines,
    groupRatio,
    rounding: round(subtract(total, sum), digits),
    total,
    formula: formulaOf(priced, per, groupRatio),
  };
}

function formulaOf(lines: readonly Priced[], per: number, groupRatio: string): string {
  const terms = lines
    .filter(({ count }) => count > 0)
    .map(({ count, price }) => `${count.toLocaleString('en')} × $${price}`);
  if (terms.length === 0) return '0';
  const sum = terms.length === 1 ? terms[0] : `(${terms.join(' + ')})`;
  const divided = per === 1 ? sum : `${sum} ÷ ${per.toLocaleString('en')}`;
  return `${divided} × ${groupRatio}`;
}
