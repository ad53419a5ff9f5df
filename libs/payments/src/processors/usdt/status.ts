import type { Payment } from '../../processor.ts';

export const paidStatus = '2';

/** How gateways number the states of an order; those from 4 on are BEpusdt's. */
export const statuses: Readonly<Record<string, Payment['status']>> = {
  1: 'pending',
  [paidStatus]: 'paid',
  3: 'expired',
  4: 'cancelled',
  5: 'confirming',
  6: 'failed',
};
