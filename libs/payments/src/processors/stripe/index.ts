import Stripe from 'stripe';
import type { Order } from '../../order.ts';
import { callbackAddress, walletAddress } from '../../own-address.ts';
import type { Call, Checkout, Declined, Listed, Notice, Payment, Processor, RefundWish } from '../../processor.ts';
import { mainTerms } from '../main-terms.ts';
import type { ProcessorSettings } from '../settings.ts';
import { readStripeEvent } from './event.ts';
import { paymentOf } from './payment-of.ts';

const lifeSeconds = 3600;
const timeoutMs = 15_000;
/** How far a session's time may be from its order's: clocks differ, and so do tries. */
const slackSeconds = 600;

/** Stripe Checkout: the payer is sent to a page of Stripe's. */
export function stripe({ options, secrets, hosts }: ProcessorSettings): Processor | undefined {
  const { StripeApiKey: apiKey, StripeWebhookSecret: webhookSecret } = secrets;
  const returnUrl = walletAddress(options);
  const isCallable = callbackAddress(options, '') !== undefined;
  if (!apiKey || !webhookSecret || !returnUrl || !isCallable) return undefined;
  const client = new Stripe(apiKey, { timeout: timeoutMs, telemetry: false, ...addressOf(hosts.stripe) });
  return {
    name: 'stripe',
    isOffered: options.EnabledStripe,
    live: /^(sk|rk)_live_/.test(apiKey),
    acknowledgement: 'ok',
    terms: (method) => ({ ...mainTerms(options), method, lifeSeconds }),
    checkout: (order) => checkout(client, order, returnUrl),
    query: (order) => query(client, order),
    refund: (order, wish) => refund(client, order, wish),
    list: (from, until) => list(client, from, until),
    readNotice: (call) => readNotice(client, webhookSecret, call),
  };
}

async function checkout(client: Stripe, order: Order, returnUrl: string): Promise<Checkout | Declined> {
  const product_data = { name: `${order.amount_usd} USD of API credit` };
  const unit_amount = Number(order.payable_minor);
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: 'payment',
    client_reference_id: order.trade_no,
    line_items: [{ quantity: 1, price_data: { currency: order.currency.toLowerCase(), unit_amount, product_data } }],
    expires_at: Math.floor(order.created_at.getTime() / 1000) + lifeSeconds,
    success_url: returnUrl,
    cancel_url: returnUrl,
  };
  const session = await orDeclined(client.checkout.sessions.create(params, { idempotencyKey: order.public_id }));
  if ('declined' in session) return session;
  if (session.client_reference_id !== order.trade_no || session.amount_total !== unit_amount || !session.url) {
    throw new Error(`stripe made another session than ${order.trade_no}`);
  }
  return { reference: session.id, shown: { url: session.url }, answer: { url: session.url } };
}

async function query(client: Stripe, order: Order): Promise<Payment> {
  const session = await findSession(client, order);
  // Our request never reached it, so nobody can have paid.
  if (!session) return { status: 'pending' };
  const intent = intentOf(session);
  const disputes = intent ? await client.disputes.list({ payment_intent: intent }) : { data: [] };
  return paymentOf(order, session, disputes.data);
}

async function findSession(client: Stripe, order: Order): Promise<Stripe.Checkout.Session | undefined> {
  const id = order.processor_reference ?? (await findId(client, order));
  return id ? client.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] }) : undefined;
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

async function refund(client: Stripe, order: Order, wish: RefundWish): Promise<Declined | null> {
  const session = await findSession(client, order);
  const payment_intent = session && intentOf(session);
  if (!payment_intent) return { declined: 'Stripe knows of no payment of this order.' };
  const params = { payment_intent, amount: Number(wish.amountMinor), metadata: { reason: wish.reason.slice(0, 500) } };
  const refunded = await orDeclined(client.refunds.create(params, { idempotencyKey: wish.requestId }));
  return 'declined' in refunded ? refunded : null;
}

/** Events about charges and disputes name the payment intent; its session says which order it is. */
async function readNotice(client: Stripe, webhookSecret: string, call: Call): Promise<Notice | undefined> {
  const event = readStripeEvent(call, webhookSecret);
  if (!event) return undefined;
  if ('paymentIntent' in event) {
    const { data } = await client.checkout.sessions.list({ payment_intent: event.paymentIntent, limit: 1 });
    const tradeNo = data[0]?.client_reference_id;
    const problem = event.type === 'refund.failed' ? 'stripe could not send a refund back to the payer' : undefined;
    return { ...(tradeNo && { tradeNo }), isPaid: false, contradiction: () => problem };
  }
  if (!('session' in event) || !event.session.client_reference_id)
    return { isPaid: false, contradiction: () => undefined };
  const { id, client_reference_id, amount_total, currency } = event.session;
  return {
    tradeNo: client_reference_id,
    isPaid: /[.](completed|async_payment_succeeded)$/.test(event.type),
    reference: id,
    contradiction: (order) =>
      currency?.toUpperCase() === order.currency && amount_total === Number(order.payable_minor)
        ? undefined
        : `stripe called about ${amount_total} ${currency} in minor units`,
  };
}

async function* list(client: Stripe, from: Date, until: Date): AsyncGenerator<Listed> {
  const [gte, lte] = [from, until].map((date) => Math.floor(date.getTime() / 1000)) as [number, number];
  for await (const session of client.checkout.sessions.list({ created: { gte, lte }, limit: 100 })) {
    const { client_reference_id: tradeNo, status, payment_status } = session;
    if (tradeNo) yield { tradeNo, isPaid: status === 'complete' && payment_status === 'paid' };
  }
}

function intentOf({ payment_intent }: Stripe.Checkout.Session): string | undefined {
  return typeof payment_intent === 'string' ? payment_intent : payment_intent?.id;
}

/** Stripe's no to a request as a sentence; a missing answer stays an error. */
async function orDeclined<Answer extends object>(call: Promise<Answer>): Promise<Answer | Declined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError) {
      return { declined: 'This way to pay is not available now.', detail: 'stripe does not know our key' };
    }
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    return { declined: `Stripe refuses: ${error.message}` };
  }
}

function addressOf(url: string | undefined): Partial<Stripe.StripeConfig> {
  if (!url) return {};
  const { protocol, hostname, port } = new URL(url);
  return { protocol: protocol === 'http:' ? 'http' : 'https', host: hostname, ...(port && { port }) };
}
