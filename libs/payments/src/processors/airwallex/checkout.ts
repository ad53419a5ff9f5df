import { formatMinor } from '../../money.ts';
import type { Order } from '../../order.ts';
import type { Checkout, Declined, Phone } from '../../processor.ts';
import { type AirwallexAccount, AirwallexRefusal, callAirwallex } from './client.ts';
import { findIntent } from './find-intent.ts';
import { toMinor } from './payment-of.ts';
import { Confirmed, Intent } from './schema.ts';

/** Makes the order's payment intent; in `hosted` mode wallets are chosen for the payer, so that there is an address to pay at. */
export async function checkout(
  account: AirwallexAccount,
  order: Order,
  returnUrl: string,
  mode: 'hosted' | 'api',
  phone?: Phone,
): Promise<Checkout | Declined> {
  try {
    const intent = await createIntent(account, order, returnUrl);
    const isWallet = order.method !== 'card';
    const shown = mode === 'hosted' && isWallet ? await confirm(account, order, intent, phone) : {};
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

/** Wallets that open by an address; the others show a code on any machine. */
const opensOnPhones = new Set(['alipaycn', 'alipayhk']);

/** Chooses the wallet for the payer and answers where to pay; what was answered before still holds, also on another machine. */
async function confirm(
  account: AirwallexAccount,
  order: Order,
  { id }: Intent,
  phone: Phone | undefined,
): Promise<Record<string, unknown>> {
  // The intent alone tells nothing: its id is also learned by asking about an order whose answer was lost.
  if (order.checkout.url || order.checkout.qrcode) return order.checkout;
  const flow = phone && opensOnPhones.has(order.method) ? { flow: 'mobile_web', os_type: phone } : { flow: 'qrcode' };
  const { next_action } = await callAirwallex(
    account,
    `/api/v1/pa/payment_intents/${encodeURIComponent(id)}/confirm`,
    Confirmed,
    {
      request_id: `${order.public_id}-confirm`,
      payment_method: { type: order.method, [order.method]: flow },
    },
  );
  return { url: next_action?.url, qrcode: next_action?.qrcode };
}
