import type { Schema } from '@switchyard/db';
import type { Transaction } from 'kysely';
import { ended } from './order.ts';
import { reasons } from './reasons.ts';
import { lockOrder, markForReview } from './review.ts';

/**
 * Asks a person to look at an order that has ended although a signed call said that it was paid and was never acknowledged. False when
 * there is no such call, or that was asked before.
 */
export async function reviewUnconfirmedCall(trx: Transaction<Schema>, orderId: number): Promise<boolean> {
  const order = await lockOrder(trx, orderId);
  if (!(ended as readonly string[]).includes(order.state) || !(await hasUnconfirmedCall(trx, orderId))) return false;
  return markForReview(trx, order, reasons.unconfirmed);
}

async function hasUnconfirmedCall(trx: Transaction<Schema>, orderId: number): Promise<boolean> {
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
