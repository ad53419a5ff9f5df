import type { Database, Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';
import type { Order } from './order.ts';

/** Leaves the order as it is and asks a person to look at it. False when that was asked before for the same reason. */
export async function markForReview(trx: Transaction<Schema>, order: Order, reason: string): Promise<boolean> {
  if (order.flags.includes('review') && order.reason === reason) return false;
  await trx
    .updateTable('topup_orders')
    .set({ flags: [...new Set([...order.flags, 'review'])], reason, updated_at: sql`now()` })
    .where('id', '=', order.id)
    .execute();
  return true;
}

/** The same for an order that is not locked yet. */
export async function flagForReview(db: Database, orderId: number, reason: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await markForReview(trx, await lockOrder(trx, orderId), reason);
  });
}

/** The order, nobody else's until the transaction ends. */
export function lockOrder(trx: Transaction<Schema>, orderId: number): Promise<Order> {
  return trx.selectFrom('topup_orders').selectAll().where('id', '=', orderId).forUpdate().executeTakeFirstOrThrow();
}
