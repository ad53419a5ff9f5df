import { parseDecimal, subtract, toFixed } from '../../lib/decimal.ts';
import type { Order } from './api.ts';

const creditable = ['created', 'pending', 'confirming', 'underpaid', 'expired', 'failed', 'cancelled'];

/** Whether somebody has to decide about the order. */
export function needsReview({ state, flags }: Order): boolean {
  return state === 'underpaid' || flags.includes('review');
}

/** Whether the decision can still give credit. */
export function canBeCredited(order: Order): boolean {
  return needsReview(order) && creditable.includes(order.state);
}

export function canBeRefunded({ state }: Order): boolean {
  return state === 'credited' || state === 'partially_refunded';
}

/** What was paid for the credit: all that was due, or the part for which a person gave credit. */
export function paidAmount({ payable, flags }: Order, received: string): string {
  return flags.includes('partial') && received !== '' ? received : payable;
}

/** What can still go back to the payer, in the order's currency. */
export function refundableAmount(order: Order, received: string): string {
  const [paid, refunded] = [parseDecimal(paidAmount(order, received)), parseDecimal(order.refunded)];
  return paid === undefined || refunded === undefined ? '0' : toFixed(subtract(paid, refunded));
}

/** Easy-pay gateways send back whole payments only. */
export function refundsWholeOnly({ processor }: Order): boolean {
  return processor === 'epay';
}

/** Where the processor cannot be asked, the operator sends the money in its own pages and books it here. */
export function refundsByHand({ processor }: Order): boolean {
  return processor === 'usdt' || processor === 'cryptomus';
}

/** Whether a typed amount is one, above zero and not above what is left. */
export function isRefundable(text: string, most: string): boolean {
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(text)) return false;
  return Number(text) > 0 && Number(text) <= Number(most);
}
