import type { Options } from '@switchyard/contracts';
import type { Terms } from '../processor.ts';

/** The currency in which cards are charged, or another of ours, with its rate. */
export function mainTerms(options: Options, currency: string = options.MainCurrency): Pick<Terms, 'currency' | 'rate'> {
  const { Exchange_Rate, GBP_Exchange_Rate } = options;
  return { currency, rate: String({ HKD: Exchange_Rate, GBP: GBP_Exchange_Rate }[currency] ?? 1) };
}
