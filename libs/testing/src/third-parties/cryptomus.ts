import { createHash, randomUUID } from 'node:crypto';
import type { HostReply, HostRequest } from '../hosts/host.ts';
import { jsonReply } from '../hosts/reply.ts';
import { type RunningHost, startHost } from '../hosts/start-host.ts';

export interface CryptomusInvoice {
  readonly uuid: string;
  readonly orderId: string;
  readonly amount: string;
  readonly network: string;
  readonly coin: string;
  readonly payerAmount: string;
  readonly callbackUrl: string;
  readonly createdAt: Date;
  status: string;
  /** US dollars that arrived. */
  receivedUsd: string;
  transactionId: string | undefined;
}

/** A call as the provider makes it to us. */
export interface CryptomusNotice {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface FakeCryptomus extends RunningHost {
  readonly merchantId: string;
  readonly apiKey: string;
  /** By our order id. */
  readonly invoices: ReadonlyMap<string, CryptomusInvoice>;
  /** The payer sends coins worth so many dollars; as many as are due unless said. */
  pay(orderId: string, usd?: string): CryptomusInvoice;
  /** What else happens to an invoice: check, cancel, fail, locked, refund_paid ... */
  become(orderId: string, status: string): void;
  /** The call about an invoice as it stands; `status`: of the test hook, which is signed alike and means no money. */
  notice(orderId: string, status?: string): CryptomusNotice;
}

const services = [
  { network: 'tron', currency: 'USDT', is_available: true, limit: { min_amount: '2.00000000', max_amount: '1000000' } },
  { network: 'btc', currency: 'BTC', is_available: true, limit: { min_amount: '0.00010000', max_amount: '100' } },
  { network: 'eth', currency: 'ETH', is_available: false, limit: { min_amount: '0.00100000', max_amount: '1000' } },
  { network: 'doge', currency: 'DOGE', is_available: true, limit: { min_amount: '1.00000000', max_amount: '100000' } },
];
/** Coins for one dollar. Nobody quotes DOGE. */
const courses: Readonly<Record<string, string>> = { USDT: '1.00100000', BTC: '0.00001000', ETH: '0.00030000' };
const invoicesPerPage = 2;

/** Cryptomus as its documentation describes it: signs, verifies, and refuses what it would refuse. */
export async function fakeCryptomus(): Promise<FakeCryptomus> {
  const merchantId = randomUUID();
  const apiKey = randomUUID().replaceAll('-', '');
  const invoices = new Map<string, CryptomusInvoice>();

  function handle(request: HostRequest): HostReply | undefined {
    const { method, path } = request;
    if (method === 'GET' && path === '/v1/exchange-rate/USD/list') return ok(ratesOf('USD'));
    const answer = method === 'POST' ? calls[path] : undefined;
    if (!answer) return undefined;
    if (request.headers.merchant !== merchantId)
      return jsonReply(401, { state: 1, message: 'The merchant is unknown' });
    if (request.headers.sign !== signOf(request.body, apiKey))
      return jsonReply(401, { state: 1, message: 'Invalid sign' });
    return answer(request.json() ?? {}, request);
  }

  const calls: Readonly<Record<string, (body: Record<string, unknown>, request: HostRequest) => HostReply>> = {
    '/v1/payment/services': () => ok(services),
    '/v1/payment': create,
    '/v1/payment/info': ({ order_id, uuid }) => {
      const found = [...invoices.values()].find((one) => (order_id ? one.orderId === order_id : one.uuid === uuid));
      return found ? ok(present(found)) : jsonReply(404, { state: 1, message: 'Payment was not found' });
    },
    '/v1/payment/list': ({ date_from, date_to }, { query }) => {
      const [from, until] = [date_from, date_to].map((text) => Date.parse(`${String(text).replace(' ', 'T')}Z`));
      const inTime = [...invoices.values()].filter(
        ({ createdAt }) => createdAt.getTime() >= Number(from) && createdAt.getTime() <= Number(until) + 999,
      );
      const start = Number(query.get('cursor') ?? 0);
      const next = start + invoicesPerPage;
      const items = inTime.slice(start, next).map(present);
      return ok({ items, paginate: { count: items.length, nextCursor: next < inTime.length ? String(next) : null } });
    },
  };

  function create(body: Record<string, unknown>): HostReply {
    const errors = problemsOf(body);
    if (Object.keys(errors).length > 0) return jsonReply(422, { state: 1, errors });
    const orderId = String(body.order_id);
    const coin = String(body.to_currency);
    const invoice = invoices.get(orderId) ?? {
      uuid: randomUUID(),
      orderId,
      amount: String(body.amount),
      network: String(body.network),
      coin,
      payerAmount: (Number(body.amount) * Number(courses[coin])).toFixed(8),
      callbackUrl: String(body.url_callback),
      createdAt: new Date(),
      status: 'check',
      receivedUsd: '0.00',
      transactionId: undefined,
    };
    invoices.set(orderId, invoice);
    return ok(present(invoice));
  }

  function invoiceOf(orderId: string): CryptomusInvoice {
    const invoice = invoices.get(orderId);
    if (!invoice) throw new Error(`no invoice ${orderId}`);
    return invoice;
  }

  return {
    ...(await startHost({ name: 'cryptomus', handle })),
    merchantId,
    apiKey,
    invoices,
    pay(orderId, usd) {
      const invoice = invoiceOf(orderId);
      invoice.receivedUsd = usd ?? invoice.amount;
      const surplus = Number(invoice.receivedUsd) - Number(invoice.amount);
      invoice.status = surplus === 0 ? 'paid' : surplus > 0 ? 'paid_over' : 'wrong_amount';
      invoice.transactionId = createHash('sha256').update(invoice.uuid).digest('hex');
      return invoice;
    },
    become(orderId, status) {
      invoiceOf(orderId).status = status;
    },
    notice(orderId, status) {
      const invoice = invoiceOf(orderId);
      const told = { type: 'payment', ...present(status ? { ...invoice, status } : invoice) };
      const { payment_status, ...fields } = told;
      const unsigned = inPhpStyle({ ...fields, status: payment_status });
      const sign = signOf(Buffer.from(unsigned), apiKey);
      return {
        headers: { 'content-type': 'application/json' },
        body: `${unsigned.slice(0, -1)},"sign":"${sign}"}`,
      };
    },
  };
}

function problemsOf(body: Record<string, unknown>): Record<string, string[]> {
  const { amount, currency, order_id, network, to_currency, url_callback, lifetime } = body;
  const service = services.find((one) => one.network === network && one.currency === to_currency && one.is_available);
  const coins = Number(amount) * Number(courses[String(to_currency)]);
  const checks: Record<string, boolean> = {
    amount: typeof amount === 'string' && /^\d+(\.\d+)?$/.test(amount) && coins >= Number(service?.limit.min_amount),
    currency: currency === 'USD',
    order_id: typeof order_id === 'string' && /^[A-Za-z0-9_-]{1,128}$/.test(order_id),
    network: service !== undefined,
    url_callback: typeof url_callback === 'string' && url_callback.length >= 6 && url_callback.length <= 255,
    lifetime: Number.isInteger(lifetime) && Number(lifetime) >= 300 && Number(lifetime) <= 43_200,
  };
  const wrong = Object.entries(checks).filter(([, isRight]) => !isRight);
  return Object.fromEntries(wrong.map(([field]) => [field, [`The ${field} is invalid`]]));
}

function present(invoice: CryptomusInvoice) {
  return {
    uuid: invoice.uuid,
    order_id: invoice.orderId,
    amount: invoice.amount,
    payment_amount: invoice.receivedUsd === '0.00' ? null : invoice.payerAmount,
    payment_amount_usd: invoice.receivedUsd,
    payer_amount: invoice.payerAmount,
    payer_currency: invoice.coin,
    currency: 'USD',
    network: invoice.network,
    address: `T${createHash('sha256').update(invoice.uuid).digest('hex').slice(0, 33)}`,
    url: `https://pay.example.com/pay/${invoice.uuid}`,
    additional_data: null,
    payment_status: invoice.status,
    is_final: !['check', 'process', 'confirm_check', 'locked'].includes(invoice.status),
    ...(invoice.transactionId && { txid: invoice.transactionId }),
  };
}

function ratesOf(from: string) {
  return Object.entries(courses).map(([to, course]) => ({ from, to, course }));
}

function ok(result: unknown): HostReply {
  return jsonReply(200, { state: 0, result });
}

/** PHP writes slashes escaped and other scripts as they are. */
function inPhpStyle(value: unknown): string {
  return JSON.stringify(value).replaceAll('/', '\\/');
}

function signOf(body: Buffer, apiKey: string): string {
  return createHash('md5').update(body.toString('base64')).update(apiKey).digest('hex');
}
