import { formatMinor } from '../../money.ts';
import type { Order } from '../../order.ts';
import { callbackAddress } from '../../own-address.ts';
import type { Checkout, Declined, Listed, Payment, Processor } from '../../processor.ts';
import type { ProcessorSettings } from '../settings.ts';
import { type CryptomusAccount, CryptomusRefusal, callCryptomus } from './client.ts';
import { type Coin, listCoins } from './coins.ts';
import { readCryptomusNotice } from './notice.ts';
import { isOf, isPaid, paymentOf } from './payment-of.ts';
import { Invoice, InvoicePage } from './schema.ts';

export interface Cryptomus extends Processor {
  readonly name: 'cryptomus';
  coins(): Promise<Coin[]>;
}

const currency = 'USD';
/** A coin and its network. */
const method = /^[A-Za-z0-9]{1,20}\/[A-Za-z0-9_-]{1,20}$/;

/** Invoices in coins at cryptomus.com. */
export function cryptomus({ options, secrets, allow, hosts }: ProcessorSettings): Cryptomus | undefined {
  const { EnabledCryptomus, CryptoMerchant_ID: merchantId, LifeTime } = options;
  const { CryptoAPI_Key: apiKey } = secrets;
  const callbackUrl = callbackAddress(options, '/api/user/cryptomus/notify', options.CryptoWebhook_Url);
  if (!merchantId || !apiKey || !callbackUrl) return undefined;
  const account = { baseUrl: hosts.cryptomus ?? 'https://api.cryptomus.com', merchantId, apiKey, allow };
  return {
    name: 'cryptomus',
    live: true,
    isOffered: EnabledCryptomus,
    acknowledgement: 'ok',
    terms(wanted) {
      if (!EnabledCryptomus) return { declined: 'Payment in crypto currencies is not enabled.' };
      if (!method.test(wanted)) return { declined: 'Choose one of the coins that are shown.' };
      return { method: wanted, currency, rate: '1', lifeSeconds: LifeTime * 60 };
    },
    coins: () => listCoins(account),
    checkout: (order) => checkout(account, callbackUrl, order),
    query: (order) => query(account, order),
    list: (from, until) => list(account, from, until),
    readNotice: async ({ text }) => readCryptomusNotice(text, apiKey),
  };
}

async function checkout(account: CryptomusAccount, callbackUrl: string, order: Order): Promise<Checkout | Declined> {
  const [coin, network] = order.method.split('/');
  try {
    // An order id that is known already gets its old invoice, so that asking again is harmless.
    const invoice = await callCryptomus(account, '/v1/payment', Invoice, {
      amount: formatMinor(BigInt(order.payable_minor), order.currency),
      currency: order.currency,
      network,
      order_id: order.trade_no,
      url_callback: callbackUrl,
      is_payment_multiple: false,
      lifetime: Math.round((order.expires_at.getTime() - order.created_at.getTime()) / 1000),
      to_currency: coin,
    });
    const { address, payer_amount, payer_currency } = invoice;
    if (!isOf(order, invoice) || !address || !payer_amount || payer_currency !== coin) {
      throw new Error(`cryptomus made another invoice than ${order.trade_no}`);
    }
    const shown = { address, pay_amount: payer_amount, pay_currency: payer_currency, network };
    return { reference: invoice.uuid, shown, answer: {} };
  } catch (error) {
    if (!(error instanceof CryptomusRefusal)) throw error;
    if (error.status !== 422) return { declined: 'The payment provider does not know us.', detail: error.message };
    return { declined: `The payment provider refused this payment: ${error.message || 'it gave no reason'}.` };
  }
}

async function query(account: CryptomusAccount, order: Order): Promise<Payment> {
  try {
    return paymentOf(order, await callCryptomus(account, '/v1/payment/info', Invoice, { order_id: order.trade_no }));
  } catch (error) {
    // Our request never reached it, so nobody can have paid.
    if (error instanceof CryptomusRefusal && error.status === 404) return { status: 'pending' };
    throw error;
  }
}

async function* list(account: CryptomusAccount, from: Date, until: Date): AsyncGenerator<Listed> {
  const [date_from, date_to] = [from, until].map((date) => date.toISOString().slice(0, 19).replace('T', ' '));
  let cursor: string | null | undefined;
  do {
    const path = `/v1/payment/list${cursor ? `?cursor=${encodeURIComponent(cursor)}` : ''}`;
    const { items, paginate } = await callCryptomus(account, path, InvoicePage, { date_from, date_to });
    for (const { order_id, payment_status } of items) yield { tradeNo: order_id, isPaid: isPaid(payment_status) };
    cursor = paginate.nextCursor;
  } while (cursor);
}
