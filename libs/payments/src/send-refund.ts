import { type Database, post, type Schema } from '@switchyard/db';
import { type Selectable, sql, type Transaction } from 'kysely';
import { afterRefunds } from './after-refunds.ts';
import { writeBalanceLog } from './balance-log.ts';
import type { Order } from './order.ts';
import type { Declined, Processor } from './processor.ts';
import { lockOrder } from './review.ts';

export type Refund = Selectable<Schema['payment_refunds']>;

/**
 * Asks the processor for a refund that was booked, and notes its answer; a refusal undoes the booking. Rejects when there is no
 * answer: then it is asked for again, under the same request id, where the processor knows these, and waits for a person elsewhere.
 */
export async function sendRefund(
  db: Database,
  processor: Processor,
  order: Order,
  refund: Refund,
): Promise<Declined | null> {
  // Processors know request ids for the whole account, ours are unique for the order.
  const requestId = `${order.trade_no}-${refund.id}`;
  const wish = { requestId, amountMinor: BigInt(refund.amount_minor), reason: refund.reason };
  const refused = (await processor.refund?.(order, wish)) ?? null;
  await db.transaction().execute(async (trx) => {
    const locked = await lockOrder(trx, order.id);
    const noted = await trx
      .updateTable('payment_refunds')
      .set({ state: refused ? 'refused' : 'sent' })
      .where('id', '=', refund.id)
      .where('state', '=', 'asked')
      .returning('id')
      .executeTakeFirst();
    if (noted && refused) await undo(trx, locked, refund);
  });
  return refused;
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
    note: 'the processor refused a refund',
  });
  const content = `Gave back the credit of a payment, order ${order.trade_no}`;
  await writeBalanceLog(trx, { type: 'topUp', userId: order.user_id, quota: givenBack, content });
}
