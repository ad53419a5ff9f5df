import type { Options } from '@switchyard/contracts';
import type { Context } from '../context.ts';
import { processors } from './processors.ts';

/** Flags of the wire and the processors they speak of. One is true only when everything is there that the processor needs. */
const flags = {
  EnabledEpay: 'epay',
  EnabledUsdt: 'usdt',
  EnabledCryptomus: 'cryptomus',
  EnabledAirwallex: 'airwallex',
  EnabledStripe: 'stripe',
} as const;

/** Settings that buyers may know. Everything else about payments is the operator's. */
const shown = [
  'EpayMethods',
  'LiveAirwallex',
  'AirwallexPaymentMode',
  'LifeTime',
  'MainCurrency',
  'Price',
  'Exchange_Rate',
  'GBP_Exchange_Rate',
  'MinTopUp',
  'MaxTopUp',
  'TopUpLink',
] as const satisfies readonly (keyof Options)[];

/** What can be paid with, and how, as texts by key. */
export async function offer(context: Context): Promise<{ key: string; value: string }[]> {
  const made = await processors(context);
  const options = await context.options.read();
  return [
    ...Object.entries(flags).map(([key, name]) => ({ key, value: String(made.get(name)?.isOffered ?? false) })),
    ...shown.map((key) => ({ key, value: textOf(options[key]) })),
  ];
}

function textOf(value: boolean | number | string | ReadonlySet<string>): string {
  return value instanceof Set ? [...value].join(',') : String(value);
}
