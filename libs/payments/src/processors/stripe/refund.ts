import type Stripe from 'stripe';
import type { Order } from '../../order.ts';
import type { Declined, RefundRequest } from '../../processor.ts';
import { orDeclined } from './or-declined.ts';
import { findSession, intentOf } from './session.ts';

/** Sends money back, once per request id: Stripe keeps idempotency keys for a day at least. */
export async function refund(client: Stripe, order: Order, request: RefundRequest): Promise<Declined | null> {
  const session = await findSession(client, order);
  const payment_intent = session && intentOf(session);
  if (!payment_intent) return { declined: 'Stripe knows of no payment of this order.' };
  const params = {
    payment_intent,
    amount: Number(request.amountMinor),
    metadata: { reason: request.reason.slice(0, 500) },
  };
  const refunded = await orDeclined(client.refunds.create(params, { idempotencyKey: request.requestId }));
  return 'declined' in refunded ? refunded : null;
}
