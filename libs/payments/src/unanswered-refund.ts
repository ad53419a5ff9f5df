import type { Database, Schema } from '@switchyard/db';
import type { Transaction } from 'kysely';
import { endRefund, type Refund } from './end-refund.ts';
import type { Order } from './order.ts';
import { reasons } from './reasons.ts';
import { lockOrder, markForReview } from './review.ts';

/** Asks for a refund no more: whether the money went out is a person's to see, and to say. */
export async function leaveUnanswered(db: Database, refund: Refund): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, refund.order_id);
    const left = await trx
      .updateTable('payment_refunds')
      .set({ state: 'unanswered' })
      .where('id', '=', refund.id)
      .where('state', '=', 'asked')
      .returning('id')
      .executeTakeFirst();
    if (left) await markForReview(trx, order, reasons.unansweredRefund(refund.request_id));
  });
}

/**
 * Ends a refund as a person says: `sent`, the money went out; `refused`, it did not, and the credit comes back. A sentence when it cannot end
 * so: while it is asked for again the money may still go out. The order's row must be locked.
 */
export async function decideRefund(
  trx: Transaction<Schema>,
  order: Order,
  requestId: string,
  state: 'sent' | 'refused',
): Promise<string | undefined> {
  const refund = await trx
    .selectFrom('payment_refunds')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
  if (!refund) return 'This refund does not exist.';
  if (refund.state === 'asked')
    return 'The processor is still asked for this refund. Wait until it has answered, or is asked no more.';
  if (refund.state !== 'unanswered') return 'This refund does not wait for a decision.';
  await endRefund(trx, order, refund, state);
  return undefined;
}
