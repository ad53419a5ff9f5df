import { max } from './money.ts';
import { type Order, paidMinor } from './order.ts';

interface AfterRefunds {
  readonly state: 'credited' | 'partially_refunded' | 'refunded';
  /** The part of the credit that is gone, in all. */
  readonly refundedQuota: number;
}

/**
 * What is left of an order once so much of its money has gone back. A surplus goes first and takes no credit along: the buyer keeps what
 * the money that stays has paid for.
 */
export function afterRefunds(order: Order, refundedMinor: bigint): AfterRefunds {
  if (order.credited_at === null) return { state: 'refunded', refundedQuota: 0 };
  const paid = paidMinor(order);
  const back = max(refundedMinor - BigInt(order.surplus_minor), 0n);
  const state = back >= paid ? 'refunded' : back > 0n ? 'partially_refunded' : 'credited';
  return { state, refundedQuota: Number((BigInt(order.quota) * back) / paid) };
}
