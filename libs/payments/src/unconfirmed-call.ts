import type { Database, Schema } from '@switchyard/db';
import type { Transaction } from 'kysely';
import { ended } from './order.ts';
import { lockOrder, markForReview } from './review.ts';

/** Somebody's money, or somebody's try. */
export const unconfirmedReason = 'a call said that it was paid, and the processor did not confirm it';

/** Whether a signed call said that the order was paid and was never acknowledged. */
export async function hasUnconfirmedCall(trx: Transaction<Schema>, orderId: number): Promise<boolean> {
  const call = await trx
    .selectFrom('payment_inbox')
    .select('id')
    .where('order_id', '=', orderId)
    .where('says_paid', '=', true)
    .where('settled_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return call !== undefined;
}

/** A call was not confirmed, and is in the inbox: who looks at orders that end will see it there, and nobody looks at one that has ended. */
export async function reviewUnconfirmedCall(db: Database, orderId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId);
    if ((ended as readonly string[]).includes(order.state)) await markForReview(trx, order, unconfirmedReason);
  });
}
