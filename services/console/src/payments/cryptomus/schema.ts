import { Type } from 'typebox';

export const Currencies = Type.Array(
  Type.Object({
    currency: Type.String(),
    network: Type.String(),
    /** In coins. */
    min_amount: Type.Number(),
    /** Coins for one US dollar. */
    conversion_rate: Type.Number(),
  }),
);

export const NewTransaction = Type.Object({
  currency: Type.String({ minLength: 1, maxLength: 20 }),
  network: Type.String({ minLength: 1, maxLength: 20 }),
  /** US dollars of credit. */
  amount: Type.Union([Type.String({ maxLength: 40 }), Type.Number()]),
});

export const Transaction = Type.Object({
  uuid: Type.String(),
  /** Unix seconds. */
  created_at: Type.Integer(),
  /** Seconds. */
  lifetime: Type.Integer(),
  /** What is asked, in dollars; with the factor of the buyer's group. */
  amount: Type.String(),
  currency: Type.String(),
  pay_amount: Type.String(),
  pay_currency: Type.String(),
  network: Type.String(),
  address: Type.String(),
  /** The address as a picture (`data:`). */
  qrCode: Type.String(),
});

export const TransactionId = Type.Object({ uuid: Type.String({ minLength: 1, maxLength: 64 }) });

export const TransactionStatus = Type.Object({
  status: Type.String(),
  /** Where to go after success; empty before. */
  redirect_url: Type.String(),
});
