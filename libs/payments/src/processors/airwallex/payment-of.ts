import { parseMinor } from '../../money.ts';
import type { Order } from '../../order.ts';
import type { Payment } from '../../processor.ts';
import type { Dispute, Intent, Refund } from './schema.ts';

const statuses: Readonly<Record<string, Payment['status']>> = {
  // Also after a try that failed: the payer may try again.
  REQUIRES_PAYMENT_METHOD: 'pending',
  REQUIRES_CUSTOMER_ACTION: 'pending',
  PENDING: 'pending',
  PENDING_REVIEW: 'confirming',
  REQUIRES_CAPTURE: 'confirming',
  SUCCEEDED: 'paid',
  CANCELLED: 'cancelled',
};
const failed = /FAILED|DECLINED|EXPIRED/;
/** Questions about a payment that may become disputes. */
const inquiries = new Set(['RFI', 'PRE_CHARGEBACK']);
const withdrawn = new Set(['WON', 'REVERSED']);

/** How a payment intent stands, in our words. Throws when it is not the order's. */
export function paymentOf(
  order: Order,
  intent: Intent,
  refunds: readonly Refund[],
  disputes: readonly Dispute[],
): Payment {
  if (intent.merchant_order_id !== order.trade_no) {
    throw new Error(`airwallex answered with another intent than ${order.trade_no}`);
  }
  const { id: reference, currency } = intent;
  const minor = (amount: number) => toMinor(amount, currency);
  const sumOf = (parts: readonly { amount: number }[]) => parts.reduce((sum, { amount }) => sum + minor(amount), 0n);
  if (intent.status !== 'SUCCEEDED') {
    const attemptFailed = failed.test(intent.latest_payment_attempt?.status ?? '');
    return { status: statuses[intent.status] ?? 'pending', currency, reference, attemptFailed };
  }
  const standing = disputes.filter(({ status }) => !withdrawn.has(status));
  const lost = standing.filter(({ stage = '' }) => !inquiries.has(stage));
  const receivedMinor = minor(intent.captured_amount ?? 0);
  const refundedMinor = sumOf(refunds.filter(({ status }) => status !== 'FAILED'));
  if (lost.length > 0) {
    return { status: 'disputed', currency, reference, receivedMinor, refundedMinor: refundedMinor + sumOf(lost) };
  }
  // What was paid is credited before a part of it is taken back.
  if (refundedMinor > 0n && (order.credited_at !== null || refundedMinor >= receivedMinor)) {
    return { status: 'refunded', currency, reference, receivedMinor, refundedMinor };
  }
  return { status: standing.length > 0 ? 'held' : 'paid', currency, reference, receivedMinor };
}

/** An amount in minor units. Throws when it is none of this currency. */
export function toMinor(amount: number, currency: string): bigint {
  const minor = parseMinor(String(amount), currency);
  if (minor === undefined) throw new Error(`airwallex wrote ${amount} ${currency}, which is no amount`);
  return minor;
}
