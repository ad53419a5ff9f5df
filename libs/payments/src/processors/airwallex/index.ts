import { callbackAddress, walletAddress } from '../../own-address.ts';
import type { Listed, Processor } from '../../processor.ts';
import type { ProcessorSettings } from '../settings.ts';
import { checkout } from './checkout.ts';
import type { AirwallexAccount } from './client.ts';
import { listItems } from './items.ts';
import { airwallexOffers, airwallexTerms } from './methods.ts';
import { readAirwallexNotice } from './notice.ts';
import { query } from './query.ts';
import { refund } from './refund.ts';
import { Intent } from './schema.ts';

const liveUrl = 'https://api.airwallex.com';
const demoUrl = 'https://api-demo.airwallex.com';

/** Cards and wallets by payment intents of airwallex.com. */
export function airwallex({ options, secrets, allow, hosts }: ProcessorSettings): Processor | undefined {
  const { AirwallexClient_ID: clientId, LiveAirwallex: live, AirwallexPaymentMode: mode } = options;
  const { AirwallexAPI_Key: apiKey, AirwallexSec_Key: webhookSecret } = secrets;
  const returnUrl = walletAddress(options);
  const isCallable = callbackAddress(options, '') !== undefined;
  if (!clientId || !apiKey || !webhookSecret || !returnUrl || !isCallable) return undefined;
  const account = { baseUrl: hosts.airwallex ?? (live ? liveUrl : demoUrl), clientId, apiKey, allow };
  return {
    name: 'airwallex',
    live,
    isOffered: options.EnabledAirwallex,
    knowsRequestIds: true,
    acknowledgement: 'ok',
    offers: airwallexOffers(options),
    terms: (method) => airwallexTerms(options, method),
    checkout: (order, phone) => checkout(account, order, returnUrl, mode, phone),
    query: (order) => query(account, order),
    refund: (order, request) => refund(account, order, request),
    list: (from, until) => list(account, from, until),
    readNotice: (call) => readAirwallexNotice(account, webhookSecret, call),
  };
}

async function* list(account: AirwallexAccount, from: Date, until: Date): AsyncGenerator<Listed> {
  const time = { from_created_at: from.toISOString(), to_created_at: until.toISOString() };
  for await (const { merchant_order_id, status } of listItems(account, 'payment_intents', time, Intent)) {
    yield { tradeNo: merchant_order_id, isPaid: status === 'SUCCEEDED' };
  }
}
