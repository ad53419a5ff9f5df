import type Stripe from 'stripe';
import type { Call, Notice } from '../../processor.ts';
import { reasons } from '../../reasons.ts';
import { readStripeEvent } from './event.ts';

/** Reads a call. Events about charges and disputes name the payment intent; its session says which order it is. */
export async function readStripeNotice(client: Stripe, webhookSecret: string, call: Call): Promise<Notice | undefined> {
  const event = readStripeEvent(call, webhookSecret);
  if (!event) return undefined;
  if ('paymentIntent' in event) {
    const { data } = await client.checkout.sessions.list({ payment_intent: event.paymentIntent, limit: 1 });
    const tradeNo = data[0]?.client_reference_id;
    const problem = event.type === 'refund.failed' ? reasons.refundFailed : undefined;
    return { ...(tradeNo && { tradeNo }), isPaid: false, contradiction: () => problem };
  }
  if (!('session' in event) || !event.session.client_reference_id)
    return { isPaid: false, contradiction: () => undefined };
  const { id, client_reference_id, amount_total, currency, payment_status } = event.session;
  return {
    tradeNo: client_reference_id,
    // A page is completed also by who has chosen a method whose money comes later.
    isPaid: /[.](completed|async_payment_succeeded)$/.test(event.type) && payment_status === 'paid',
    reference: id,
    contradiction: (order) =>
      currency?.toUpperCase() === order.currency && amount_total === Number(order.payable_minor)
        ? undefined
        : reasons.otherAmount(`${amount_total} ${currency} in minor units`),
  };
}
