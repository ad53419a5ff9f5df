import type {
  CardIntent,
  CoinTransaction,
  CoinTransactionStatus,
  Coin as CoinView,
  LogView,
  MethodPrice,
  OpenPayment,
  OwnOrderView,
  PaymentStatus,
} from '@switchyard/console/calls';
import useSWR, { useSWRConfig } from 'swr';
import { ApiError, type Envelope, exchange, type Page, send, withQuery } from '../../lib/http.ts';
import { type Offer, readOffer } from './offer.ts';
import type { Answer } from './payment-watch.ts';

/** An order of credit as its buyer sees it. `amount` in US dollars of credit, `payable` in its currency. */
export type OwnOrder = Readonly<OwnOrderView>;
export type Coin = Readonly<CoinView>;
/** What the payer of an order needs; what its method does not use is empty. */
export type Payment = Readonly<OpenPayment>;
export type HistoryRow = Readonly<LogView>;

/** What an amount brings and what it costs by each method. */
export interface Quote {
  readonly quota: number;
  /** The factor of the buyer's group, decimal text. */
  readonly ratio: string;
  readonly prices: readonly MethodPrice[];
}

export interface HistoryFilter {
  readonly everyone: boolean;
  readonly type: number;
  readonly start: number;
  readonly keyword: string;
  readonly username: string;
  readonly group: string;
  readonly channel: string;
  readonly page: number;
  readonly pageSize: number;
}

export function useHistory({ everyone, keyword, username, group, channel, ...filter }: HistoryFilter) {
  return useSWR<Page<HistoryRow>>(
    withQuery(everyone ? '/api/log/' : '/api/log/self/', {
      p: filter.page,
      page_size: filter.pageSize,
      type: filter.type,
      start_timestamp: filter.start,
      ...(everyone ? { username, group, channel } : { keyword }),
    }),
  );
}

export function useOwnOrders(page: number, pageSize: number) {
  return useSWR<Page<OwnOrder>>(withQuery('/api/user/orders', { p: page, page_size: pageSize }));
}

export function useOwnOrder(name: string) {
  return useSWR<OwnOrder>(name === '' ? null : `/api/user/orders/${encodeURIComponent(name)}`, {
    keepPreviousData: false,
  });
}

export function useOffer() {
  const { data, error, mutate } = useSWR<{ key: string; value: string }[]>('/api/payment-enabled');
  const offer: Offer | undefined = data && readOffer(data);
  return { offer, error, retry: () => void mutate() };
}

export function useCoins(enabled: boolean) {
  return useSWR<Coin[]>(enabled ? '/api/user/getcurrencies' : null);
}

export async function askPrices(amount: string): Promise<Quote> {
  const answer = await exchange<string>('POST', '/api/user/amount', { amount, top_up_code: '' });
  if (!answer.success) throw new ApiError(answer.message, 200, answer.requestId);
  const { quota = 0, ratio = '1', prices = [] } = answer as typeof answer & Partial<Quote>;
  return { quota, ratio, prices };
}

/** A payment that has an order now. */
export interface Begun {
  readonly reference: string;
  readonly url: string;
}

/** A form that the browser posts to the gateway. */
export interface BegunForm extends Begun {
  readonly fields: Readonly<Record<string, string>>;
}

type Named<Data> = Envelope<Data> & { readonly url?: string; readonly reference?: string };

async function begin<Data>(path: string, body: object): Promise<Named<Data>> {
  const answer = await exchange<Data>('POST', path, body);
  if (!answer.success) throw new ApiError(answer.message, 200, answer.requestId);
  return answer;
}

export async function beginEasyPay(amount: string, method: string): Promise<BegunForm> {
  const body = { amount, top_up_code: '', payment_method: method };
  const { data, url = '', reference = '' } = await begin<Record<string, string>>('/api/user/pay', body);
  return { reference, url, fields: data };
}

export async function beginUsdt(amount: string): Promise<Begun> {
  const body = { amount, top_up_code: '', payment_method: 'usdt' };
  const { data, reference = '' } = await begin<string>('/api/user/usdt/pay', body);
  return { reference, url: data };
}

export async function beginStripe(amount: string): Promise<Begun> {
  const { data, reference = '' } = await begin<string>('/api/user/stripe/pay', { amount });
  return { reference, url: data };
}

export function beginCoins(amount: string, { currency, network }: Coin): Promise<CoinTransaction> {
  return send('POST', '/api/user/createtransaction', { currency, network, amount });
}

/** `requestId`: the same one gets the same intent. */
export function beginCard(amount: string, method: string, requestId: string): Promise<CardIntent> {
  return send('POST', '/api/user/intent/create', { request_id: requestId, amount, payment_method: method });
}

export function resumePayment(name: string): Promise<Payment> {
  return send('POST', `/api/user/orders/${encodeURIComponent(name)}/payment`, {});
}

/** How a payment stands, and where to go when it has succeeded; empty: nowhere. */
export async function askStanding({ id, processor }: OwnOrder): Promise<{ word: Answer; redirectUrl: string }> {
  if (processor === 'cryptomus') {
    const path = `/api/transaction-status/${id}`;
    const { status, redirect_url } = await send<CoinTransactionStatus>('GET', path);
    return { word: wordOf(status), redirectUrl: redirect_url };
  }
  const { status } = await send<PaymentStatus>('GET', `/api/user/payment-status/${id}`);
  return { word: wordOf(status), redirectUrl: '' };
}

function wordOf(status: string): Answer {
  return status === 'success' || status === 'failed' ? status : 'pending';
}

/** Answers the quota that was added. */
export function redeem(code: string): Promise<number> {
  return send('POST', '/api/user/topup', { key: code });
}

const moved = ['/api/user/self', '/api/user/orders', '/api/log/'];

/** Reads again what a payment has changed: balance, orders, history. */
export function useRefreshWallet(): () => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return () => mutate((key) => typeof key === 'string' && moved.some((path) => key.startsWith(path)));
}
