import type { OptionValue } from '@switchyard/contracts';

type Method = OptionValue<'EpayMethods'> extends ReadonlySet<infer M> ? M : never;

/** Methods that easy-pay gateways know, by every name that clients use for them. */
export const epayMethods: ReadonlyMap<string, Method> = new Map([
  ['alipay', 'alipay'],
  ['zfb', 'alipay'],
  ['wxpay', 'wxpay'],
  ['wx', 'wxpay'],
  ['qqpay', 'qqpay'],
  ['bank', 'bank'],
]);
