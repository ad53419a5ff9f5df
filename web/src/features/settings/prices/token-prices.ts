import { divide, multiply, parseDecimal, round, toPlain } from '../../../lib/decimal.ts';
import type { PriceRow } from './price-rows.ts';

/** US dollars per million tokens, as decimal texts; undefined where the row has no such ratio. */
export interface TokenPrices {
  readonly input: string | undefined;
  readonly output: string | undefined;
  readonly cache: string | undefined;
}

/** Ratio 1 is two dollars per million tokens. */
const dollarsPerRatio = '2';
const ratioDigits = 12;
/** The server keeps quotients of prices with so many digits. */
const quotientDigits = 6;
const shownDigits = 6;

export function tokenPrices({ ratio, completionRatio, cacheRatio }: PriceRow): TokenPrices {
  const input = ratio === undefined ? undefined : times(ratio, dollarsPerRatio);
  return {
    input: shown(input),
    output: shown(times(input, completionRatio)),
    cache: shown(times(input, cacheRatio)),
  };
}

/** The row with one price changed. The others get another ratio to the input price, so that they do not move. */
export function withTokenPrices(row: PriceRow, changed: Partial<TokenPrices>): PriceRow {
  const { input, output, cache } = { ...tokenPrices(row), ...changed };
  if (input === undefined) return { ...row, ratio: undefined, completionRatio: undefined, cacheRatio: undefined };
  // All multiples of a free input are 0. They are no prices to keep when it gets one: the ratios stay as they were.
  const isFree = Number(row.ratio) === 0 || Number(input) === 0;
  const factor = (before: string | undefined, price: string | undefined) => {
    if (price === undefined) return undefined;
    return isFree ? before : quotient(price, input, quotientDigits);
  };
  return {
    ...row,
    ratio: quotient(input, dollarsPerRatio, ratioDigits),
    completionRatio: factor(row.completionRatio, output),
    cacheRatio: factor(row.cacheRatio, cache),
  };
}

function times(a: string | undefined, b: string | undefined): string | undefined {
  const [first, second] = [parseDecimal(a ?? ''), parseDecimal(b ?? '')];
  return first && second ? toPlain(multiply(first, second)) : undefined;
}

function quotient(a: string, b: string, digits: number): string | undefined {
  const [dividend, divisor] = [parseDecimal(a), parseDecimal(b)];
  if (!dividend || !divisor || divisor.units === 0n) return undefined;
  return toPlain(divide(dividend, divisor, digits));
}

function shown(price: string | undefined): string | undefined {
  const decimal = price === undefined ? undefined : parseDecimal(price);
  return decimal === undefined ? undefined : toPlain(round(decimal, shownDigits));
}
