import type { Bounds } from './amount.ts';

/** What can be paid with on this site, read from the list that the server tells buyers. */
export interface Offer extends Bounds {
  readonly methods: readonly Method[];
  /** Whether the card provider's own form is shown in our page. */
  readonly embedsCards: boolean;
  /** Whether cards are charged, or it is a test. */
  readonly cardsAreLive: boolean;
  /** A shop where codes are sold; empty: none is named. */
  readonly topUpLink: string;
}

/** A way to pay: the processor and, where it has several, the method as its calls name it. */
export interface Method {
  readonly processor: Processor;
  readonly method: string;
}

export type Processor = 'epay' | 'usdt' | 'cryptomus' | 'airwallex' | 'stripe';

const cardMethods = ['card', 'alipay', 'alipayhk', 'fps'];

export function readOffer(list: readonly { readonly key: string; readonly value: string }[]): Offer {
  const values = new Map(list.map(({ key, value }) => [key, value]));
  const isOn = (key: string) => values.get(key) === 'true';
  const methodsOf = (key: string, processor: Processor, methods: readonly string[]) =>
    isOn(key) ? methods.map((method) => ({ processor, method })) : [];
  const easyPay = (values.get('EpayMethods') ?? '').split(',').filter(Boolean);
  return {
    methods: [
      ...methodsOf('EnabledEpay', 'epay', easyPay),
      ...methodsOf('EnabledStripe', 'stripe', ['']),
      ...methodsOf('EnabledAirwallex', 'airwallex', cardMethods),
      ...methodsOf('EnabledCryptomus', 'cryptomus', ['']),
      ...methodsOf('EnabledUsdt', 'usdt', ['']),
    ],
    least: Number(values.get('MinTopUp') ?? 1),
    most: Number(values.get('MaxTopUp') ?? Number.POSITIVE_INFINITY),
    embedsCards: values.get('AirwallexPaymentMode') === 'api',
    cardsAreLive: isOn('LiveAirwallex'),
    topUpLink: values.get('TopUpLink') ?? '',
  };
}

/** By which a method is told from the others. */
export function methodKey({ processor, method }: Method): string {
  return `${processor}:${method}`;
}

/** What a method costs, once the server has said it. */
export function priceOf<Price extends { readonly processor: string; readonly method: string }>(
  prices: readonly Price[] | undefined,
  { processor, method }: Method,
): Price | undefined {
  return prices?.find((price) => price.processor === processor && price.method === method);
}
