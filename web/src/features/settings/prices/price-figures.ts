import type { TextKey } from '../../../lib/i18n.ts';
import type { PriceRow } from './price-rows.ts';
import { type TokenPrices, tokenPrices, withTokenPrices } from './token-prices.ts';

export type PriceView = 'prices' | 'ratios';

/** One figure of a row, as its column shows and changes it. */
export interface PriceFigure {
  readonly title: TextKey;
  readonly isDollars: boolean;
  /** Without effect while there is a price per call. */
  readonly isBeaten: boolean;
  /** False where it is a multiple of an input price that the row does not have: what is typed there would be lost. */
  canWrite(row: PriceRow): boolean;
  read(row: PriceRow): string | undefined;
  write(row: PriceRow, figure: string | undefined): PriceRow;
}

const perCall: PriceFigure = {
  title: 'settings:prices.perCall',
  isDollars: true,
  isBeaten: false,
  canWrite: () => true,
  read: ({ price }) => price,
  write: (row, price) => ({ ...row, price }),
};

export const priceFigures: Record<PriceView, readonly PriceFigure[]> = {
  prices: [
    tokenPrice('settings:prices.input', 'input'),
    tokenPrice('settings:prices.output', 'output'),
    tokenPrice('settings:prices.cache', 'cache'),
    perCall,
  ],
  ratios: [
    ratio('settings:ModelRatio', 'ratio'),
    ratio('settings:CompletionRatio', 'completionRatio'),
    ratio('settings:CacheRatio', 'cacheRatio'),
    perCall,
  ],
};

function tokenPrice(title: TextKey, name: keyof TokenPrices): PriceFigure {
  return {
    ...{ title, isDollars: true, isBeaten: true },
    canWrite: ({ ratio }) => name === 'input' || ratio !== undefined,
    read: (row) => tokenPrices(row)[name],
    write: (row, figure) => withTokenPrices(row, { [name]: figure }),
  };
}

function ratio(title: TextKey, name: 'ratio' | 'completionRatio' | 'cacheRatio'): PriceFigure {
  return {
    ...{ title, isDollars: false, isBeaten: true },
    canWrite: () => true,
    read: (row) => row[name],
    write: (row, figure) => ({ ...row, [name]: figure }),
  };
}
