import type { Database, Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';
import type { Order } from './order.ts';

/**
 * Leaves the order as it is and asks a person to look at it. False when that was asked, or dismissed, before for the same reason.
 * `contradicted`, of an order without credit: the processor's word alone, without the amount that was paid, earns no credit any more.
 */
export async function markForReview(
  trx: Transaction<Schema>,
  order: Order,
  reason: string,
  contradicted?: 'contradicted',
): Promise<boolean> {
  const { flags, credited_at: creditedAt } = order;
  if (order.reason === reason && (flags.includes('review') || flags.includes('dismissed'))) return false;
  const added = contradicted && creditedAt === null ? ['review', contradicted] : ['review'];
  await trx
    .updateTable('topup_orders')
    .set({ flags: [...new Set([...withoutFlags(order, 'dismissed'), ...added])], reason, updated_at: sql`now()` })
    .where('id', '=', order.id)
    .execute();
  return true;
}

/** The same for an order that is not locked yet. */
export async function flagForReview(
  db: Database,
  orderId: number,
  reason: string,
  contradicted?: 'contradicted',
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await markForReview(trx, await lockOrder(trx, orderId), reason, contradicted);
  });
}

/** What remains of an order's flags. */
export function withoutFlags({ flags }: Pick<Order, 'flags'>, ...dropped: readonly string[]): string[] {
  return flags.filter((flag) => !dropped.includes(flag));
}

/** The order, nobody else's until the transaction ends. Rejects when there is none with this id. */
export function lockOrder(trx: Transaction<Schema>, orderId: number): Promise<Order> {
  return trx.selectFrom('topup_orders').selectAll().where('id', '=', orderId).forUpdate().executeTakeFirstOrThrow();
}
