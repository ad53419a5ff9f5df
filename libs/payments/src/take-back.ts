import { freeze, post, type Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';
import { afterRefunds } from './after-refunds.ts';
import { writeBalanceLog } from './balance-log.ts';
import { min } from './money.ts';
import { arrivedMinor, type Order } from './order.ts';

export interface TakenBack {
  /** Unique for the order: the same refund is booked once. */
  readonly requestId: string;
  readonly amountMinor: bigint;
  readonly kind: 'refund' | 'chargeback';
  readonly reason: string;
  /** `asked`: the processor has not agreed yet; a refusal undoes the booking. */
  readonly state?: 'asked' | 'sent';
  /** The administrator who asked for it; null: the processor told us. */
  readonly actorId: number | null;
}

/**
 * Books money that went back to the payer, a surplus first: its part of the credit leaves the balance, which may fall below zero, and a
 * chargeback freezes the account. The order's row must be locked. False, and nothing changed, when it was booked before.
 */
export async function takeBack(trx: Transaction<Schema>, order: Order, taken: TakenBack): Promise<boolean> {
  const total = min(BigInt(order.refunded_minor) + taken.amountMinor, arrivedMinor(order));
  const { state, refundedQuota } = afterRefunds(order, total);
  // Money that came after a refund makes this less than what is gone already; credit that is gone comes back by a person's decision.
  const quota = Math.max(refundedQuota - order.refunded_quota, 0);
  const booked = await trx
    .insertInto('payment_refunds')
    .values({
      order_id: order.id,
      request_id: taken.requestId,
      amount_minor: String(taken.amountMinor),
      quota,
      kind: taken.kind,
      reason: taken.reason,
      state: taken.state ?? 'sent',
      actor_id: taken.actorId,
    })
    .onConflict((conflict) => conflict.columns(['order_id', 'request_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!booked) return false;
  await trx
    .updateTable('topup_orders')
    .set({
      state: taken.kind === 'chargeback' ? 'disputed' : state,
      refunded_minor: String(total),
      refunded_quota: order.refunded_quota + quota,
      // What a person is asked stays asked until a person has decided.
      ...((taken.kind === 'chargeback' || !order.flags.includes('review')) && { reason: taken.reason }),
      updated_at: sql`now()`,
    })
    .where('id', '=', order.id)
    .execute();
  if (quota > 0) {
    await post(trx, {
      kind: 'payback',
      reference: `order:${order.trade_no}:${taken.requestId}`,
      userId: order.user_id,
      amount: -quota,
      note: taken.reason,
    });
    const content = `Took back the credit of a payment, order ${order.trade_no}`;
    await writeBalanceLog(trx, { type: 'topUp', userId: order.user_id, quota: -quota, content });
  }
  if (taken.kind === 'chargeback') {
    await freeze(trx, order.user_id, `payment of order ${order.trade_no} was disputed`);
  }
  return true;
}
