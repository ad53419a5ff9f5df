import { type Static, Type } from 'typebox';

/** Of an invoice only what is used. */
export const Invoice = Type.Object({
  uuid: Type.String(),
  order_id: Type.String(),
  amount: Type.String(),
  currency: Type.String(),
  payment_status: Type.String(),
  payment_amount_usd: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  payer_amount: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  payer_currency: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  network: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  address: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  txid: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});
export type Invoice = Static<typeof Invoice>;

export const InvoicePage = Type.Object({
  items: Type.Array(Type.Object({ order_id: Type.String(), payment_status: Type.String() })),
  paginate: Type.Object({ nextCursor: Type.Optional(Type.Union([Type.String(), Type.Null()])) }),
});

export const Services = Type.Array(
  Type.Object({
    network: Type.String(),
    currency: Type.String(),
    is_available: Type.Boolean(),
    limit: Type.Object({ min_amount: Type.String() }),
  }),
);

export const Courses = Type.Array(Type.Object({ to: Type.String(), course: Type.String() }));
