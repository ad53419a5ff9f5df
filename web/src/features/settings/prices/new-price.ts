import { isWrongFigure, type PriceRow, typedFigure } from './price-rows.ts';
import { withTokenPrices } from './token-prices.ts';

/** The price of a new model as it is typed, in dollars: for a million tokens, or for a call. Blank: nothing was typed. */
export interface NewPrice {
  readonly input: string;
  readonly output: string;
  readonly cache: string;
  readonly price: string;
}

export const noPrice: NewPrice = { input: '', output: '', cache: '', price: '' };

export type PriceProblem = 'number' | 'input' | 'free';

/** Why what is typed makes no price: no number, no input price, or a free input, of which all multiples are free. */
export function problemOf(typed: NewPrice, isPerCall: boolean): PriceProblem | undefined {
  if (isPerCall) return typedFigure(typed.price) === undefined ? 'number' : undefined;
  const { input, output, cache } = typed;
  if ([input, output, cache].some(isWrongFigure)) return 'number';
  if (input.trim() === '') return 'input';
  const isFree = Number(typedFigure(input)) === 0;
  return isFree && [output, cache].some((text) => Number(typedFigure(text) ?? 0) > 0) ? 'free' : undefined;
}

/** The row of a price without a problem. Without a price of its own writing costs what reading costs. */
export function rowOf(name: string, typed: NewPrice, isPerCall: boolean): PriceRow {
  const blank = { name, price: undefined, ratio: undefined, completionRatio: undefined, cacheRatio: undefined };
  if (isPerCall) return { ...blank, price: typedFigure(typed.price) };
  const row = withTokenPrices(blank, {
    input: typedFigure(typed.input),
    output: typedFigure(typed.output),
    cache: typedFigure(typed.cache),
  });
  return { ...row, completionRatio: row.completionRatio ?? '1' };
}
