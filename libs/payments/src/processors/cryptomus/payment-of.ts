import { parseDecimal, parseMinor } from '../../money.ts';
import type { Order } from '../../order.ts';
import type { Payment } from '../../processor.ts';
import type { Invoice } from './schema.ts';

const statuses: Readonly<Record<string, Payment['status']>> = {
  process: 'pending',
  check: 'pending',
  // The rest can still come.
  wrong_amount_waiting: 'pending',
  confirm_check: 'confirming',
  paid: 'paid',
  paid_over: 'paid',
  wrong_amount: 'underpaid',
  cancel: 'expired',
  fail: 'failed',
  system_fail: 'failed',
  // Held by the provider's checks against money laundering.
  locked: 'held',
  refund_process: 'held',
  refund_fail: 'held',
  refund_paid: 'refunded',
};

/** How an invoice stands, in our words. Throws when it is not the order's. A status that is new waits for a person. */
export function paymentOf(order: Order, invoice: Invoice): Payment {
  if (!isOf(order, invoice)) throw new Error(`cryptomus answered with another invoice than ${order.trade_no}`);
  const { payment_status, payment_amount_usd, txid, network } = invoice;
  const receivedMinor = inCents(payment_amount_usd ?? '');
  return {
    status: statuses[payment_status] ?? 'held',
    currency: order.currency,
    reference: invoice.uuid,
    overpaid: payment_status === 'paid_over',
    // Of a full payment Cryptomus compares coins; their worth in dollars moves meanwhile.
    ...(payment_status === 'wrong_amount' && receivedMinor !== undefined && { receivedMinor }),
    ...(txid && network && { transaction: { network, id: txid } }),
  };
}

/** Whether an invoice in this state earns credit. */
export function isPaid(status: string): boolean {
  return statuses[status] === 'paid';
}

/** The same order, amount and currency as we asked for. */
export function isOf(order: Order, { order_id, amount, currency }: Invoice): boolean {
  const isSameAmount = parseMinor(amount, order.currency) === BigInt(order.payable_minor);
  return order_id === order.trade_no && currency === order.currency && isSameAmount;
}

function inCents(usd: string): bigint | undefined {
  const value = parseDecimal(usd);
  return value === undefined ? undefined : value / 10n ** 10n;
}
