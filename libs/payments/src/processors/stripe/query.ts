import type Stripe from 'stripe';
import type { Order } from '../../order.ts';
import type { Payment } from '../../processor.ts';
import { paymentOf } from './payment-of.ts';
import { findSession, intentOf } from './session.ts';

/** How the order's session stands, with what went back of its money. */
export async function query(client: Stripe, order: Order): Promise<Payment> {
  const session = await findSession(client, order);
  if (!session) return { status: 'unknown' };
  const intent = intentOf(session);
  const disputes = intent ? await client.disputes.list({ payment_intent: intent }) : { data: [] };
  return paymentOf(order, session, disputes.data);
}
