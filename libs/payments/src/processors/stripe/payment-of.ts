import type Stripe from 'stripe';
import type { Order } from '../../order.ts';
import type { Payment } from '../../processor.ts';

/** Questions about a payment that may become disputes, and wait for an answer. */
const inquiries = /^warning_(needs_response|under_review)$/;
/** Questions that were answered too, and disputes that ended well. */
const harmless = /^(warning_|won$|prevented$)/;

/**
 * How a checkout session stands, in our words; `payment_intent.latest_charge` must be expanded. Throws when it is not the
 * order's.
 */
export function paymentOf(
  order: Order,
  session: Stripe.Checkout.Session,
  disputes: readonly Stripe.Dispute[],
): Payment {
  if (session.client_reference_id !== order.trade_no || session.livemode !== order.live) {
    throw new Error(`stripe answered with another session than ${order.trade_no}`);
  }
  const known = { reference: session.id, currency: (session.currency ?? order.currency).toUpperCase() };
  if (session.status === 'expired') return { status: 'expired', ...known };
  if (session.status !== 'complete') return { status: 'pending', ...known };
  const intent = typeof session.payment_intent === 'string' ? null : session.payment_intent;
  if (session.payment_status !== 'paid') {
    // Some methods pay days later, or then fail.
    const isOver = intent?.status === 'requires_payment_method' || intent?.status === 'canceled';
    return { status: isOver ? 'failed' : 'confirming', ...known };
  }
  const receivedMinor = BigInt(session.amount_total ?? 0);
  const charge = typeof intent?.latest_charge === 'string' ? null : intent?.latest_charge;
  const refundedMinor = BigInt(charge?.amount_refunded ?? 0);
  const lost = disputes.filter(({ status }) => !harmless.test(status));
  if (lost.length > 0) {
    const disputedMinor = lost.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    return { status: 'disputed', ...known, receivedMinor, refundedMinor: refundedMinor + disputedMinor };
  }
  if (refundedMinor > 0n && (order.credited_at !== null || refundedMinor >= receivedMinor)) {
    return { status: 'refunded', ...known, receivedMinor, refundedMinor };
  }
  const isAsked = disputes.some(({ status }) => inquiries.test(status));
  return { status: isAsked ? 'held' : 'paid', ...known, receivedMinor };
}
