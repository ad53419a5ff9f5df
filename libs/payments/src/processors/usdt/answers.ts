import { Type } from 'typebox';

const figure = Type.Union([Type.String(), Type.Number()]);

/** Every answer; the code is 200 when there is data. */
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
