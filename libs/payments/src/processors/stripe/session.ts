import Stripe from 'stripe';
import type { Order } from '../../order.ts';

/** How far a session's time may be from its order's: clocks differ, and so do tries. */
const slackSeconds = 600;

/** The order's session with its charge; undefined when this account has none. */
export async function findSession(client: Stripe, order: Order): Promise<Stripe.Checkout.Session | undefined> {
  const id = order.processor_reference ?? (await findId(client, order));
  if (!id) return undefined;
  try {
    return await client.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] });
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return undefined;
    throw error;
  }
}

/** The id of the payment that a session led to. */
export function intentOf({ payment_intent }: Stripe.Checkout.Session): string | undefined {
  return typeof payment_intent === 'string' ? payment_intent : payment_intent?.id;
}

/** Sessions cannot be searched by our number, but those of a time can be listed. */
async function findId(client: Stripe, { created_at, trade_no }: Order): Promise<string | undefined> {
  const at = Math.floor(created_at.getTime() / 1000);
  const created = { gte: at - slackSeconds, lte: at + slackSeconds };
  for await (const session of client.checkout.sessions.list({ created, limit: 100 })) {
    if (session.client_reference_id === trade_no) return session.id;
  }
  return undefined;
}
