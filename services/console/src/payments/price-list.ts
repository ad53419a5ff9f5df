import type { Options } from '@switchyard/contracts';
import { formatMinor, type Processor, quote } from '@switchyard/payments';
import type { Price } from './schema.ts';

/** Stands for every coin: all are charged alike. */
const anyCoin = 'USDT/tron';

/** The methods by which processors are paid, as their calls name them. */
const methods: Readonly<Record<string, (options: Options) => Iterable<string>>> = {
  epay: ({ EpayMethods }) => EpayMethods,
  usdt: () => [''],
  cryptomus: () => [anyCoin],
  airwallex: () => ['card', 'alipay', 'alipayhk', 'fps'],
  stripe: () => [''],
};

/** What an amount costs by each method that is offered now. */
export function priceList(
  made: ReadonlyMap<string, Processor>,
  options: Options,
  wish: { readonly amount: string; readonly group: string },
): Price[] {
  return [...made.values()].flatMap((processor) => {
    if (!processor.isOffered) return [];
    return [...(methods[processor.name]?.(options) ?? [])].flatMap((method) => {
      const terms = processor.terms(method);
      if ('declined' in terms) return [];
      const price = quote(options, { ...wish, currency: terms.currency, rate: terms.rate });
      if ('refusal' in price) return [];
      return {
        processor: processor.name,
        method: method === anyCoin ? '' : method,
        currency: price.currency,
        payable: formatMinor(price.payableMinor, price.currency),
      };
    });
  });
}
