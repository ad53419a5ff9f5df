import Stripe from 'stripe';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Call } from '../../processor.ts';

const mostSkewSeconds = 300;

const Session = Type.Object({
  id: Type.String(),
  client_reference_id: Type.Union([Type.String(), Type.Null()]),
  amount_total: Type.Union([Type.Integer(), Type.Null()]),
  currency: Type.Union([Type.String(), Type.Null()]),
  payment_status: Type.String(),
});
/** Charges, their disputes and refunds. */
const Charge = Type.Object({ payment_intent: Type.String() });

/** An event that concerns an order. */
export type StripeEvent =
  | { readonly type: string; readonly session: Type.Static<typeof Session> }
  | { readonly type: string; readonly paymentIntent: string }
  | { readonly type: string };

/**
 * The event of a call; undefined unless it is signed with our secret and less than five minutes old (docs.stripe.com/webhooks).
 */
export function readStripeEvent({ headers, text }: Call, secret: string, now = Date.now()): StripeEvent | undefined {
  const signature = headers['stripe-signature'];
  if (secret === '' || typeof signature !== 'string') return undefined;
  const event = verify(text, signature, secret, now);
  if (!event) return undefined;
  const { type } = event;
  const object: unknown = event.data?.object;
  if (type.startsWith('checkout.session.') && Value.Check(Session, object)) return { type, session: object };
  if (/^(charge|refund)[.]/.test(type) && Value.Check(Charge, object))
    return { type, paymentIntent: object.payment_intent };
  return { type };
}

function verify(text: string, signature: string, secret: string, now: number): Stripe.Event | undefined {
  try {
    return Stripe.webhooks.constructEvent(text, signature, secret, mostSkewSeconds, undefined, now);
  } catch (error) {
    // What is signed right and no JSON is a fault to hear of. All else is a signature that does not hold, or is none.
    if (error instanceof SyntaxError) throw error;
    return undefined;
  }
}
