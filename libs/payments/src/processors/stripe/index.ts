import Stripe from 'stripe';
import { callbackAddress, successAddress, walletAddress } from '../../own-address.ts';
import type { Listed, Processor } from '../../processor.ts';
import { mainTerms } from '../main-terms.ts';
import type { ProcessorSettings } from '../settings.ts';
import { checkout } from './checkout.ts';
import { readStripeNotice } from './notice.ts';
import { query } from './query.ts';
import { refund } from './refund.ts';

const lifeSeconds = 3600;
/** Two tries of it fit into the half minute that a buyer's call has. */
const timeoutMs = 10_000;
const maxNetworkRetries = 1;

/** Stripe Checkout: the payer is sent to a page of Stripe's. */
export function stripe({ options, secrets, hosts }: ProcessorSettings): Processor | undefined {
  const { StripeApiKey: apiKey, StripeWebhookSecret: webhookSecret } = secrets;
  const success = successAddress(options);
  const cancel = walletAddress(options);
  const isCallable = callbackAddress(options, '') !== undefined;
  if (!apiKey || !webhookSecret || !success || !cancel || !isCallable) return undefined;
  const client = new Stripe(apiKey, {
    timeout: timeoutMs,
    maxNetworkRetries,
    telemetry: false,
    ...addressOf(hosts.stripe),
  });
  return {
    name: 'stripe',
    isOffered: options.EnabledStripe,
    live: /^(sk|rk)_live_/.test(apiKey),
    knowsRequestIds: true,
    acknowledgement: 'ok',
    offers: [{ ...mainTerms(options), method: '' }],
    terms: (method) => ({ ...mainTerms(options), method, lifeSeconds }),
    checkout: (order) => checkout(client, order, { success, cancel }),
    query: (order) => query(client, order),
    refund: (order, request) => refund(client, order, request),
    list: (from, until) => list(client, from, until),
    readNotice: (call) => readStripeNotice(client, webhookSecret, call),
  };
}

async function* list(client: Stripe, from: Date, until: Date): AsyncGenerator<Listed> {
  const [gte, lte] = [from, until].map((date) => Math.floor(date.getTime() / 1000)) as [number, number];
  for await (const session of client.checkout.sessions.list({ created: { gte, lte }, limit: 100 })) {
    const { client_reference_id: tradeNo, status, payment_status } = session;
    if (tradeNo) yield { tradeNo, isPaid: status === 'complete' && payment_status === 'paid' };
  }
}

function addressOf(url: string | undefined): Partial<Stripe.StripeConfig> {
  if (!url) return {};
  const { protocol, hostname, port } = new URL(url);
  return { protocol: protocol === 'http:' ? 'http' : 'https', host: hostname, ...(port && { port }) };
}
