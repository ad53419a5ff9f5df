import type { TextKey } from '../../lib/i18n.ts';

/** Who takes the money, by the names of their companies or protocols. */
export const processors: Readonly<Record<string, TextKey>> = {
  epay: 'orders:processor.epay',
  usdt: 'orders:processor.usdt',
  cryptomus: 'orders:processor.cryptomus',
  airwallex: 'orders:processor.airwallex',
  stripe: 'orders:processor.stripe',
};
