import { parseDecimal, subtract, toFixed } from '../../lib/decimal.ts';
import type { Order, OrderFile, Refund } from './api.ts';

const creditable = ['created', 'pending', 'confirming', 'underpaid', 'expired', 'failed', 'cancelled'];

/** Whether somebody has to decide about the order. */
export function needsReview({ state, flags }: Order): boolean {
  return state === 'underpaid' || flags.includes('review');
}

/** Whether the decision can still give credit: also after a dispute that came before any was given. */
export function canBeCredited(order: Order): boolean {
  const isDisputed = order.state === 'disputed' && order.credited_at === 0;
  return needsReview(order) && (isDisputed || creditable.includes(order.state));
}

/** Refunds for which the processor is asked no more. Somebody is to see there whether their money went out. */
export function unansweredRefunds({ refunds }: Pick<OrderFile, 'refunds'>): readonly Refund[] {
  return refunds.filter(({ state }) => state === 'unanswered');
}

export function canBeRefunded({ state }: Order): boolean {
  return state === 'credited' || state === 'partially_refunded';
}

/** What of the money that arrived can still go back to the payer, in the order's currency. */
export function refundableAmount(order: Order, received: string): string {
  const [arrived, refunded] = [parseDecimal(received), parseDecimal(order.refunded)];
  return arrived === undefined || refunded === undefined ? '0' : toFixed(subtract(arrived, refunded));
}

/** What came beyond what was due and has not gone back: it goes first, and takes no credit along. Undefined: nothing. */
export function surplusAmount(order: Order, received: string): string | undefined {
  const [left, due] = [parseDecimal(refundableAmount(order, received)), parseDecimal(order.payable)];
  const surplus = left && due && subtract(left, due);
  return surplus && surplus.units > 0n ? toFixed(surplus) : undefined;
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
