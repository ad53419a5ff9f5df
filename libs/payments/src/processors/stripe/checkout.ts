import Stripe from 'stripe';
import type { Order } from '../../order.ts';
import type { Checkout, Declined } from '../../processor.ts';
import { orDeclined } from './or-declined.ts';

/** Makes the order's page; it ends when the order does. */
export async function checkout(
  client: Stripe,
  order: Order,
  pages: { readonly success: string; readonly cancel: string },
): Promise<Checkout | Declined> {
  const product_data = { name: `${order.amount_usd} USD of API credit` };
  const unit_amount = Number(order.payable_minor);
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: 'payment',
    client_reference_id: order.trade_no,
    line_items: [{ quantity: 1, price_data: { currency: order.currency.toLowerCase(), unit_amount, product_data } }],
    expires_at: Math.floor(order.expires_at.getTime() / 1000),
    success_url: pages.success,
    cancel_url: pages.cancel,
  };
  const made = client.checkout.sessions.create(params, { idempotencyKey: order.public_id });
  const session = await orDeclined(made).catch(orUnavailable);
  if ('declined' in session) return session;
  if (session.client_reference_id !== order.trade_no || session.amount_total !== unit_amount || !session.url) {
    throw new Error(`stripe made another session than ${order.trade_no}`);
  }
  return { reference: session.id, shown: { url: session.url }, answer: { url: session.url } };
}

/** Where nothing was made there is nothing to pay: to a checkout a key that is refused is a no. */
function orUnavailable(error: unknown): Declined {
  if (!(error instanceof Stripe.errors.StripeAuthenticationError)) throw error;
  return { declined: 'This way to pay is not available now.', detail: 'stripe does not know our key' };
}
