import type { Options } from '@switchyard/contracts';
import type { Declined, Offer, Terms } from '../../processor.ts';
import { mainTerms } from '../main-terms.ts';

/** Methods by the names under which they are offered. */
const offered = { card: 'card', alipay: 'alipaycn', alipayhk: 'alipayhk', fps: 'fps' };
/** By every name that clients use for them. */
const methods: Readonly<Record<string, string>> = { ...offered, alipaycn: 'alipaycn' };
/** Wallets of Hong Kong. */
const inHongKongDollars = new Set(['alipayhk', 'fps']);
const lifeSeconds = 3600;

/** What each method is charged, by the name under which it is offered. */
export function airwallexOffers(options: Options): Offer[] {
  return Object.entries(offered).map(([name, method]) => ({ ...priceOf(options, method), method: name }));
}

/** In which currency a method is charged, and at what rate. */
export function airwallexTerms(options: Options, wanted: string): Terms | Declined {
  const method = Object.hasOwn(methods, wanted) ? methods[wanted] : undefined;
  if (!method) return { declined: 'Choose one of the payment methods that are shown.' };
  return { ...priceOf(options, method), method, lifeSeconds };
}

function priceOf(options: Options, method: string) {
  return mainTerms(options, inHongKongDollars.has(method) ? 'HKD' : options.MainCurrency);
}
