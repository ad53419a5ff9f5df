import type { Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';
import { arrivedMinor, type Order, paidMinor } from './order.ts';
import type { Payment } from './processor.ts';
import { reasons } from './reasons.ts';
import { withoutFlags } from './review.ts';

/**
 * Keeps what came for a credited order beyond what was known, and asks a person to look at it. False when that is no news. The order's
 * row must be locked.
 */
export async function noteSurplus(
  trx: Transaction<Schema>,
  order: Order,
  { receivedMinor, overpaid = false }: Pick<Payment, 'receivedMinor' | 'overpaid'>,
): Promise<boolean> {
  const { credited_at: creditedAt, flags, currency, state } = order;
  const isMore = receivedMinor !== undefined && receivedMinor > arrivedMinor(order);
  const isMarked = flags.includes('overpaid');
  if (creditedAt === null || !(isMore || (overpaid && !isMarked))) return false;
  const surplusMinor = isMore ? receivedMinor - paidMinor(order) : BigInt(order.surplus_minor);
  const isOverpaid = isMarked || overpaid || (isMore && receivedMinor > BigInt(order.payable_minor));
  await trx
    .updateTable('topup_orders')
    .set({
      surplus_minor: String(surplusMinor),
      flags: [...new Set([...withoutFlags(order, 'dismissed'), ...(isOverpaid ? ['overpaid'] : []), 'review'])],
      reason: isMore ? reasons.surplus(receivedMinor, surplusMinor, currency) : reasons.overpaid,
      // There is money again that can go back.
      ...(state === 'refunded' && { state: 'partially_refunded' }),
      updated_at: sql`now()`,
    })
    .where('id', '=', order.id)
    .execute();
  return true;
}
