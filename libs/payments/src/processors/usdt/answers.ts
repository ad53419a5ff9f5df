import { type Static, Type } from 'typebox';

const figure = Type.Union([Type.String(), Type.Number()]);

/** Every answer to an order; the code is 200 when there is data. */
export const Envelope = Type.Object({
  status_code: Type.Number(),
  message: Type.Optional(Type.String()),
  data: Type.Optional(Type.Unknown()),
});

export const Created = Type.Object({
  trade_id: Type.String({ minLength: 1 }),
  order_id: Type.String(),
  amount: figure,
  actual_amount: figure,
  token: Type.Optional(Type.String()),
  receive_address: Type.Optional(Type.String()),
  expiration_time: Type.Number({ minimum: 0 }),
  payment_url: Type.String({ pattern: '^https?://' }),
});

export const Standing = Type.Object({ trade_id: Type.String(), status: figure });
export type Standing = Static<typeof Standing>;

/** What one family or another answers when it is asked how an order stands. */
export const StandingAnswer = Type.Object({
  status_code: Type.Optional(Type.Number()),
  data: Type.Optional(Type.Unknown()),
  ...Type.Partial(Standing).properties,
});
export type StandingAnswer = Static<typeof StandingAnswer>;
