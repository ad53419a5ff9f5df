import { Type } from 'typebox';
import { OrderView } from '../orders/schema.ts';

export const OrderId = Type.Object({ id: Type.Integer({ minimum: 1 }) });

const reason = Type.String({ minLength: 3, maxLength: 500 });

export const RefundRequest = Type.Object({
  reason,
  /** In the currency of the order; absent: all that is left. */
  amount: Type.Optional(Type.String({ maxLength: 40 })),
  /** The same id refunds once. */
  request_id: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9-]{8,64}$' })),
});

export const RefundView = Type.Object({
  request_id: Type.String(),
  /** In the currency of the order. */
  amount: Type.String(),
  currency: Type.String(),
  /** What left the balance. */
  quota: Type.Integer(),
  /**
   * `asked`: booked here, and the processor has not answered yet. `unanswered`: it is asked no more, and somebody must say whether the money
   * went out. `sent`: it did, or there is nobody to ask. `refused`: it did not, and the credit is back.
   */
  state: Type.String(),
});

/** An order and all that is known of it. */
export const OrderDetail = Type.Object({
  order: OrderView,
  /** What arrived, in the order's currency; empty: nobody said. */
  received: Type.String(),
  refunds: Type.Array(
    Type.Object({
      ...RefundView.properties,
      /** `chargeback`: the payer's bank took it. */
      kind: Type.String(),
      reason: Type.String(),
      created_at: Type.Integer(),
    }),
  ),
  /** What the processor called about. */
  calls: Type.Array(
    Type.Object({
      received_at: Type.Integer(),
      /** How often the same call came. */
      times: Type.Integer(),
      outcome: Type.String(),
    }),
  ),
});

export const RefundDecision = Type.Object({
  /** Of an unanswered refund. */
  request_id: Type.String({ minLength: 1, maxLength: 200 }),
  /** `sent`: the money went out. `refused`: it did not, and the credit comes back. */
  decision: Type.Union([Type.Literal('sent'), Type.Literal('refused')]),
  reason,
});

export const ReviewRequest = Type.Object({
  /** `credit`: what arrived earns its part of the credit. `dismiss`: nothing is owed. */
  decision: Type.Union([Type.Literal('credit'), Type.Literal('dismiss')]),
  /**
   * What arrived, in the currency of the order. Absent: as the processor reported it, or all of what it holds back. Never absent of an order
   * that was disputed before it earned credit.
   */
  received: Type.Optional(Type.String({ maxLength: 40 })),
  reason,
});
