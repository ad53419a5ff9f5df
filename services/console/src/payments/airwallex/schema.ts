import { Type } from 'typebox';

/** Of a client's request what has authority: currency, prices and names of products are ours. */
export const IntentRequest = Type.Object({
  /** The same id gets the same intent. */
  request_id: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  /** By which the client will ask again. */
  merchant_order_id: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  /** US dollars of credit. */
  amount: Type.Union([Type.String({ maxLength: 40 }), Type.Number()]),
  payment_method: Type.String({ default: 'card', maxLength: 40 }),
});

export const Intent = Type.Object({
  id: Type.String(),
  client_secret: Type.String(),
  currency: Type.String(),
  /** Where to pay; empty when the client shows the vendor's own form. */
  url: Type.String(),
  /** Our number of the order. */
  reference: Type.String(),
  /** What is charged, in the currency. */
  amount: Type.Number(),
  /** What a wallet is to scan, as a picture (`data:`). */
  qrCode: Type.Optional(Type.String()),
});

export const OrderName = Type.Object({ orderId: Type.String({ minLength: 1, maxLength: 100 }) });

export const PaymentStatus = Type.Object({
  status: Type.String(),
  /** US dollars of credit. */
  amount: Type.Number(),
  /** The buyer's balance. */
  user_quota: Type.Integer(),
});
