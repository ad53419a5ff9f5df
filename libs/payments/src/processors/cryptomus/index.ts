import { callbackAddress } from '../../own-address.ts';
import type { Listed, Processor } from '../../processor.ts';
import type { ProcessorSettings } from '../settings.ts';
import { checkout } from './checkout.ts';
import { type CryptomusAccount, callCryptomus } from './client.ts';
import { type Coin, listCoins } from './coins.ts';
import { readCryptomusNotice } from './notice.ts';
import { isPaid } from './payment-of.ts';
import { query } from './query.ts';
import { InvoicePage } from './schema.ts';

export interface Cryptomus extends Processor {
  readonly name: 'cryptomus';
  coins(): Promise<Coin[]>;
}

const price = { currency: 'USD', rate: '1' };
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
    knowsRequestIds: false,
    senders: ['91.227.144.54'],
    acknowledgement: 'ok',
    offers: [{ ...price, method: '' }],
    terms(wanted) {
      if (!method.test(wanted)) return { declined: 'Choose one of the coins that are shown.' };
      return { ...price, method: wanted, lifeSeconds: LifeTime * 60 };
    },
    coins: () => listCoins(account),
    checkout: (order) => checkout(account, callbackUrl, order),
    query: (order) => query(account, order),
    list: (from, until) => list(account, from, until),
    readNotice: async ({ text }) => readCryptomusNotice(text, apiKey),
  };
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
