import { type Static, Type } from 'typebox';
import { pageOf, pageQuery } from '../../http/page.ts';

export const OwnOrderQuery = Type.Object(pageQuery);

export const OrderQuery = Type.Object({
  ...pageQuery,
  keyword: Type.String({ default: '', maxLength: 200 }),
  state: Type.String({ default: '', maxLength: 40 }),
  processor: Type.String({ default: '', maxLength: 40 }),
  review: Type.Boolean({ default: false }),
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

export const OwnOrderPage = pageOf(OwnOrderView);
export const OrderPage = pageOf(OrderView);
