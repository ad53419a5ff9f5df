import { type Static, Type } from 'typebox';
import { answerOf } from '../http/answer.ts';

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

/** What an amount costs by one method that is offered. */
export const Price = Type.Object({
  processor: Type.String(),
  /** As the calls name it; empty where there is nothing to choose. */
  method: Type.String(),
  currency: Type.String(),
  payable: Type.String(),
});
export type Price = Static<typeof Price>;

/** `data` is the price in yuan, as of earlier releases; beside it what the amount costs and brings here. */
export const AmountAnswer = {
  200: Type.Object({
    ...answerOf(Type.String())[200].properties,
    prices: Type.Optional(Type.Array(Price)),
    /** The factor of the buyer's group, decimal text. */
    ratio: Type.Optional(Type.String()),
    /** What is added to the balance. */
    quota: Type.Optional(Type.Integer()),
  }),
};

/** Where to pay, and beside it our number of the order. */
export const PageAnswer = {
  200: Type.Object({ ...answerOf(Type.String())[200].properties, reference: Type.Optional(Type.String()) }),
};

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
