import type { Options } from '@switchyard/contracts';
import { formatMinor, type Processor, quote } from '@switchyard/payments';
import type { Price } from './schema.ts';

/** What an amount costs by each method that is offered now. */
export function priceList(
  made: ReadonlyMap<string, Pick<Processor, 'name' | 'isOffered' | 'offers'>>,
  options: Options,
  wish: { readonly amount: string; readonly group: string },
): Price[] {
  return [...made.values()].flatMap(({ name, isOffered, offers }) => {
    if (!isOffered) return [];
    return offers.flatMap(({ method, currency, rate }) => {
      const price = quote(options, { ...wish, currency, rate });
      if ('refusal' in price) return [];
      const payable = formatMinor(price.payableMinor, price.currency);
      return { processor: name, method, currency: price.currency, payable };
    });
  });
}
