import { announce, post, type Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';
import { min } from './money.ts';
import { type Order, paidMinor } from './order.ts';

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
 * Books money that went back to the payer: its part of the credit leaves the balance, which may fall below zero, and a
 * chargeback freezes the account. The order's row must be locked. False, and nothing changed, when it was booked before.
 */
export async function takeBack(trx: Transaction<Schema>, order: Order, taken: TakenBack): Promise<boolean> {
  const paid = paidMinor(order);
  const total = min(BigInt(order.refunded_minor) + taken.amountMinor, paid);
  const wasCredited = order.credited_at !== null;
  const quotaInAll = wasCredited ? Number((BigInt(order.quota) * total) / paid) : 0;
  const quota = quotaInAll - order.refunded_quota;
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
  const isWhole = total === paid;
  await trx
    .updateTable('topup_orders')
    .set({
      state: taken.kind === 'chargeback' ? 'disputed' : isWhole ? 'refunded' : 'partially_refunded',
      refunded_minor: String(total),
      refunded_quota: quotaInAll,
      reason: taken.reason,
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
  }
  if (taken.kind === 'chargeback') {
    await trx
      .updateTable('accounts')
      .set({ frozen: true, frozen_reason: `payment of order ${order.trade_no} was disputed`, changed_at: sql`now()` })
      .where('user_id', '=', order.user_id)
      .execute();
    await announce(trx, 'user', order.user_id);
  }
  return true;
}
