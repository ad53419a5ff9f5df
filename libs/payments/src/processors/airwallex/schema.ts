import { type Static, Type } from 'typebox';

export const Login = Type.Object({ token: Type.String({ minLength: 1 }), expires_at: Type.String() });

/** Of a payment intent only what is used. Amounts are JSON numbers in major units. */
export const Intent = Type.Object({
  id: Type.String(),
  merchant_order_id: Type.String(),
  amount: Type.Number(),
  currency: Type.String(),
  status: Type.String(),
  captured_amount: Type.Optional(Type.Number()),
  client_secret: Type.Optional(Type.String()),
  latest_payment_attempt: Type.Optional(Type.Object({ status: Type.Optional(Type.String()) })),
});
export type Intent = Static<typeof Intent>;

export const Confirmed = Type.Object({
  next_action: Type.Optional(
    Type.Union([Type.Object({ url: Type.Optional(Type.String()), qrcode: Type.Optional(Type.String()) }), Type.Null()]),
  ),
});

export const Refund = Type.Object({
  payment_intent_id: Type.String(),
  amount: Type.Number(),
  status: Type.String(),
});
export type Refund = Static<typeof Refund>;

export const Dispute = Type.Object({
  payment_intent_id: Type.String(),
  amount: Type.Number(),
  status: Type.String(),
  stage: Type.Optional(Type.String()),
});
export type Dispute = Static<typeof Dispute>;

export const PageEnd = Type.Object({ has_more: Type.Optional(Type.Boolean()) });
