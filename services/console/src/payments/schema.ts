import { Type } from 'typebox';

/** US dollars of credit; a number counts as its shortest text. */
const amount = Type.Union([Type.String({ maxLength: 40 }), Type.Number()]);

export const AmountQuestion = Type.Object({
  amount,
  /** Of earlier releases; has no effect. */
  top_up_code: Type.Optional(Type.String({ maxLength: 200 })),
});

export const PaymentQuestion = Type.Object({
  ...AmountQuestion.properties,
  payment_method: Type.String({ default: '', maxLength: 40 }),
});

/** What the browser posts to the gateway. */
export const FormFields = Type.Record(Type.String(), Type.String());

export const KeyValues = Type.Array(Type.Object({ key: Type.String(), value: Type.String() }));

export const UsdtLog = Type.Array(
  Type.Object({
    id: Type.Integer(),
    /** Unix seconds. */
    created_at: Type.Integer(),
    content: Type.String(),
  }),
);
