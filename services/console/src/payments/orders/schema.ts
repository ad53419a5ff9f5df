import { type Static, Type } from 'typebox';
import { pageOf, pageQuery } from '../../http/page.ts';
import { lastSecond } from '../../http/time.ts';

/** Of the order's making, unix seconds; 0 is no bound. */
const bound = Type.Integer({ default: 0, minimum: 0, maximum: lastSecond });

export const OwnOrderQuery = Type.Object(pageQuery);

export const OrderQuery = Type.Object({
  ...pageQuery,
  keyword: Type.String({ default: '', maxLength: 200 }),
  state: Type.String({ default: '', maxLength: 40 }),
  processor: Type.String({ default: '', maxLength: 40 }),
  review: Type.Boolean({ default: false }),
  /** late, overpaid, partial, contradicted, review, decided, dismissed. */
  flag: Type.String({ default: '', maxLength: 40 }),
  start_timestamp: bound,
  end_timestamp: bound,
});

export const OwnOrderView = Type.Object({
  id: Type.String(),
  trade_no: Type.String(),
  processor: Type.String(),
  method: Type.String(),
  /** US dollars of credit. */
  amount: Type.String(),
  /** What is paid for it, in the currency. */
  payable: Type.String(),
  currency: Type.String(),
  quota: Type.Integer(),
  refunded_quota: Type.Integer(),
  state: Type.String(),
  created_at: Type.Integer(),
  expires_at: Type.Integer(),
  /** 0 while it is not credited. */
  credited_at: Type.Integer(),
});
export type OwnOrderView = Static<typeof OwnOrderView>;

export const OrderView = Type.Object({
  ...OwnOrderView.properties,
  /** By which administrators name it in other calls. */
  order_id: Type.Integer(),
  user_id: Type.Integer(),
  username: Type.String(),
  reference: Type.String(),
  live: Type.Boolean(),
  rate: Type.String(),
  ratio: Type.String(),
  refunded: Type.String(),
  flags: Type.Array(Type.String()),
  reason: Type.String(),
});
export type OrderView = Static<typeof OrderView>;

/** Any name under which browsers know the order. */
export const OwnOrderName = Type.Object({ id: Type.String({ minLength: 1, maxLength: 100 }) });

/** What the payer of an open order needs; what its processor does not use is empty. */
export const OpenPayment = Type.Object({
  /** A page to go to; with `fields` where a form is posted to. */
  url: Type.String(),
  fields: Type.Record(Type.String(), Type.String()),
  /** The transfer of coins that is awaited. */
  address: Type.String(),
  pay_amount: Type.String(),
  pay_currency: Type.String(),
  network: Type.String(),
  /** What a wallet is to scan, as a picture (`data:`). */
  qrCode: Type.String(),
  /** With which the vendor's own form is opened. */
  intent_id: Type.String(),
  client_secret: Type.String(),
});
export type OpenPayment = Static<typeof OpenPayment>;

export const OwnOrderPage = pageOf(OwnOrderView);
export const OrderPage = pageOf(OrderView);
