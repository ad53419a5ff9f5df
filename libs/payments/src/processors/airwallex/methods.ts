import type { Options } from '@switchyard/contracts';
import type { Declined, Terms } from '../../processor.ts';
import { mainTerms } from '../main-terms.ts';

/** Methods by every name that clients use for them. */
const methods: Readonly<Record<string, string>> = {
  card: 'card',
  alipay: 'alipaycn',
  alipaycn: 'alipaycn',
  alipayhk: 'alipayhk',
  fps: 'fps',
};
/** Wallets of Hong Kong. */
const inHongKongDollars = new Set(['alipayhk', 'fps']);
const lifeSeconds = 3600;

/** In which currency a method is charged, and at what rate. */
export function airwallexTerms(options: Options, wanted: string): Terms | Declined {
  const method = Object.hasOwn(methods, wanted) ? methods[wanted] : undefined;
  if (!method) return { declined: 'Choose one of the payment methods that are shown.' };
  return { ...mainTerms(options, inHongKongDollars.has(method) ? 'HKD' : options.MainCurrency), method, lifeSeconds };
}
