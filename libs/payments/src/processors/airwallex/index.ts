import { type Static, type TSchema, Type } from 'typebox';
import { formatMinor, parseMinor } from '../../money.ts';
import type { Order } from '../../order.ts';
import { callbackAddress, walletAddress } from '../../own-address.ts';
import type { Call, Checkout, Declined, Listed, Notice, Payment, Processor, RefundWish } from '../../processor.ts';
import type { ProcessorSettings } from '../settings.ts';
import { type AirwallexAccount, AirwallexRefusal, callAirwallex } from './client.ts';
import { airwallexTerms } from './methods.ts';
import { readAirwallexEvent } from './notice.ts';
import { paymentOf, toMinor } from './payment-of.ts';
import { Confirmed, Dispute, Intent, PageEnd, Refund } from './schema.ts';

const liveUrl = 'https://api.airwallex.com';
const demoUrl = 'https://api-demo.airwallex.com';
const itemsPerPage = 100;

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
    acknowledgement: 'ok',
    terms: (method) => airwallexTerms(options, method),
    checkout: (order) => checkout(account, order, returnUrl, mode),
    query: (order) => query(account, order),
    refund: (order, wish) => refund(account, order, wish),
    list: (from, until) => list(account, from, until),
    readNotice: (call) => readNotice(account, webhookSecret, call),
  };
}

async function checkout(
  account: AirwallexAccount,
  order: Order,
  returnUrl: string,
  mode: 'hosted' | 'api',
): Promise<Checkout | Declined> {
  try {
    const intent = await createIntent(account, order, returnUrl);
    const isWallet = order.method !== 'card';
    const shown = mode === 'hosted' && isWallet ? await confirm(account, order, intent) : {};
    const { id, client_secret } = intent;
    return { reference: id, shown, answer: { id, client_secret, ...shown } };
  } catch (error) {
    if (!(error instanceof AirwallexRefusal)) throw error;
    if (error.status !== 400) return { declined: 'This way to pay is not available now.', detail: error.message };
    return { declined: `The payment provider refused this payment: ${error.message || 'it gave no reason'}.` };
  }
}

/** The order's one intent, however often it is asked for. */
async function createIntent(account: AirwallexAccount, order: Order, returnUrl: string): Promise<Intent> {
  const amount = Number(formatMinor(BigInt(order.payable_minor), order.currency));
  const created = callAirwallex(account, '/api/v1/pa/payment_intents/create', Intent, {
    request_id: order.public_id,
    amount,
    currency: order.currency,
    merchant_order_id: order.trade_no,
    order: { products: [{ name: 'API credit', unit_price: amount, quantity: 1 }] },
    return_url: returnUrl,
    descriptor: 'API credit',
  });
  const intent = await created.catch(async (error) => {
    const isRepeated = error instanceof AirwallexRefusal && error.code === 'duplicate_request';
    const known = isRepeated ? await findIntent(account, order) : undefined;
    if (!known) throw error;
    return known;
  });
  const isOrders = intent.merchant_order_id === order.trade_no && intent.currency === order.currency;
  if (!isOrders || toMinor(intent.amount, intent.currency) !== BigInt(order.payable_minor)) {
    throw new Error(`airwallex made another intent than ${order.trade_no}`);
  }
  return intent;
}

/** Chooses the wallet for the payer and answers where to pay; what was answered before still holds. */
async function confirm(account: AirwallexAccount, order: Order, { id }: Intent): Promise<Record<string, unknown>> {
  if (order.processor_reference) return order.checkout;
  const { next_action } = await callAirwallex(
    account,
    `/api/v1/pa/payment_intents/${encodeURIComponent(id)}/confirm`,
    Confirmed,
    {
      request_id: `${order.public_id}-confirm`,
      payment_method: { type: order.method, [order.method]: { flow: 'qrcode' } },
    },
  );
  return { url: next_action?.url, qrcode: next_action?.qrcode };
}

async function query(account: AirwallexAccount, order: Order): Promise<Payment> {
  const intent = await findIntent(account, order);
  // Our request never reached it, so nobody can have paid.
  if (!intent) return { status: 'pending' };
  if (intent.status !== 'SUCCEEDED') return paymentOf(order, intent, [], []);
  const [refunds, disputes] = await Promise.all([
    all(account, 'refunds', { payment_intent_id: intent.id }, Refund),
    all(account, 'payment_disputes', { payment_intent_id: intent.id }, Dispute),
  ]);
  const isIntents = (item: Refund | Dispute) => item.payment_intent_id === intent.id;
  return paymentOf(order, intent, refunds.filter(isIntents), disputes.filter(isIntents));
}

async function findIntent(account: AirwallexAccount, order: Order): Promise<Intent | undefined> {
  const { processor_reference: id, trade_no } = order;
  if (id) return callAirwallex(account, `/api/v1/pa/payment_intents/${encodeURIComponent(id)}`, Intent);
  const intents = await all(account, 'payment_intents', { merchant_order_id: trade_no }, Intent);
  return intents.find(({ merchant_order_id }) => merchant_order_id === trade_no);
}

async function refund(account: AirwallexAccount, order: Order, wish: RefundWish): Promise<Declined | null> {
  try {
    await callAirwallex(account, '/api/v1/pa/refunds/create', Refund, {
      request_id: wish.requestId,
      payment_intent_id: order.processor_reference,
      amount: Number(formatMinor(wish.amountMinor, order.currency)),
      reason: wish.reason.slice(0, 128),
    });
    return null;
  } catch (error) {
    if (!(error instanceof AirwallexRefusal)) throw error;
    return error.code === 'duplicate_request'
      ? null
      : { declined: `Airwallex refuses: ${error.message || error.code}.` };
  }
}

/** Events about refunds and disputes name the intent alone; the intent says which order it is. */
async function readNotice(account: AirwallexAccount, webhookSecret: string, call: Call): Promise<Notice | undefined> {
  const event = readAirwallexEvent(call, webhookSecret);
  if (!event) return undefined;
  const { object } = event.data;
  const isIntent = event.name.startsWith('payment_intent.');
  const intentId = isIntent ? object.id : object.payment_intent_id;
  if (!intentId || !/^(payment_intent|refund|payment_dispute)\./.test(event.name)) {
    return { isPaid: false, contradiction: () => undefined };
  }
  const path = `/api/v1/pa/payment_intents/${encodeURIComponent(intentId)}`;
  const tradeNo = isIntent ? object.merchant_order_id : (await callAirwallex(account, path, Intent)).merchant_order_id;
  return {
    ...(tradeNo !== undefined && { tradeNo }),
    isPaid: event.name === 'payment_intent.succeeded',
    reference: intentId,
    contradiction: ({ currency, payable_minor }) => {
      if (event.name === 'refund.failed') return 'airwallex could not send a refund back to the payer';
      if (!isIntent || object.amount === undefined) return undefined;
      const isSame =
        object.currency === currency && parseMinor(String(object.amount), currency) === BigInt(payable_minor);
      return isSame ? undefined : `airwallex called about ${object.amount} ${object.currency}`;
    },
  };
}

async function* list(account: AirwallexAccount, from: Date, until: Date): AsyncGenerator<Listed> {
  const time = { from_created_at: from.toISOString(), to_created_at: until.toISOString() };
  for await (const { merchant_order_id, status } of items(account, 'payment_intents', time, Intent)) {
    yield { tradeNo: merchant_order_id, isPaid: status === 'SUCCEEDED' };
  }
}

async function all<Item extends TSchema>(
  account: AirwallexAccount,
  what: string,
  filter: Record<string, string>,
  schema: Item,
): Promise<Static<Item>[]> {
  const found: Static<Item>[] = [];
  for await (const item of items(account, what, filter, schema)) found.push(item);
  return found;
}

async function* items<Item extends TSchema>(
  account: AirwallexAccount,
  what: string,
  filter: Record<string, string>,
  schema: Item,
): AsyncGenerator<Static<Item>> {
  const Page = Type.Intersect([PageEnd, Type.Object({ items: Type.Array(schema) })]);
  for (let page = 0; ; page++) {
    const search = new URLSearchParams({ ...filter, page_num: String(page), page_size: String(itemsPerPage) });
    const answer = (await callAirwallex(account, `/api/v1/pa/${what}?${search}`, Page)) as {
      items: Static<Item>[];
      has_more?: boolean;
    };
    yield* answer.items;
    if (!answer.has_more) return;
  }
}
