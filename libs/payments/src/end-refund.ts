import { post, type Schema } from '@switchyard/db';
import { type Selectable, sql, type Transaction } from 'kysely';
import { afterRefunds } from './after-refunds.ts';
import { writeBalanceLog } from './balance-log.ts';
import type { Order } from './order.ts';
import { reasons } from './reasons.ts';
import { withoutFlags } from './review.ts';

export type Refund = Selectable<Schema['payment_refunds']>;

/**
 * Notes once whether the money of a booked refund went out; where it did not (`refused`) the credit comes back. A person who was asked about
 * it is asked no more. The order's row must be locked.
 */
export async function endRefund(
  trx: Transaction<Schema>,
  order: Order,
  refund: Refund,
  state: 'sent' | 'refused',
): Promise<void> {
  const noted = await trx
    .updateTable('payment_refunds')
    .set({ state })
    .where('id', '=', refund.id)
    .where('state', 'in', ['asked', 'unanswered'])
    .returning('id')
    .executeTakeFirst();
  if (!noted) return;
  const looked = await endItsReview(trx, order, refund);
  if (state === 'refused') await undo(trx, looked, refund);
}

/** Another refund without an answer is what the person is asked about next. */
async function endItsReview(trx: Transaction<Schema>, order: Order, refund: Refund): Promise<Order> {
  if (order.reason !== reasons.unansweredRefund(refund.request_id)) return order;
  const next = await trx
    .selectFrom('payment_refunds')
    .select('request_id')
    .where('order_id', '=', order.id)
    .where('state', '=', 'unanswered')
    .orderBy('id')
    .executeTakeFirst();
  const flags = next ? order.flags : withoutFlags(order, 'review', 'dismissed');
  const reason = next ? reasons.unansweredRefund(next.request_id) : refund.reason;
  await trx
    .updateTable('topup_orders')
    .set({ flags, reason, updated_at: sql`now()` })
    .where('id', '=', order.id)
    .execute();
  return { ...order, flags, reason };
}

async function undo(trx: Transaction<Schema>, order: Order, refund: Refund): Promise<void> {
  const left = BigInt(order.refunded_minor) - BigInt(refund.amount_minor);
  const { state, refundedQuota } = afterRefunds(order, left);
  const givenBack = order.refunded_quota - refundedQuota;
  await trx
    .updateTable('topup_orders')
    .set({
      state: order.state === 'disputed' ? 'disputed' : state,
      refunded_minor: String(left),
      refunded_quota: refundedQuota,
      ...(!order.flags.includes('review') && { reason: '' }),
      updated_at: sql`now()`,
    })
    .where('id', '=', order.id)
    .execute();
  if (givenBack === 0) return;
  await post(trx, {
    kind: 'adjust',
    reference: `order:${order.trade_no}:${refund.request_id}:refused`,
    userId: order.user_id,
    amount: givenBack,
    note: 'a refund did not go out',
  });
  const content = `Gave back the credit of a payment, order ${order.trade_no}`;
  await writeBalanceLog(trx, { type: 'topUp', userId: order.user_id, quota: givenBack, content });
}
