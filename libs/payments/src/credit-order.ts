import { post, type Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';
import { formatMinor } from './money.ts';
import { type Order, paidMinor } from './order.ts';
import { writeTopUpLog } from './top-up-log.ts';

/** Gives the order's credit: state, journal and history. The order's row must be locked, and not credited yet. */
export async function creditOrder(
  trx: Transaction<Schema>,
  order: Order,
  { flags, reference }: { flags: readonly string[]; reference?: string | undefined },
): Promise<void> {
  await trx
    .updateTable('topup_orders')
    .set({
      state: 'credited',
      credited_at: sql`now()`,
      updated_at: sql`now()`,
      flags: [...flags],
      reason: '',
      ...(reference && { processor_reference: reference }),
    })
    .where('id', '=', order.id)
    .execute();
  const paid = `${formatMinor(paidMinor(order), order.currency)} ${order.currency}`;
  const note = `${paid} by ${order.processor}${order.method && ` (${order.method})`}`;
  // The journal knows each order once, whatever happens to the row above.
  const posted = await post(trx, {
    kind: 'topup',
    reference: `order:${order.trade_no}`,
    userId: order.user_id,
    amount: order.quota,
    note,
  });
  if (!posted) throw new Error(`order ${order.trade_no} was credited before`);
  await writeTopUpLog(trx, {
    userId: order.user_id,
    quota: order.quota,
    content: `Topped up ${order.amount_usd} USD for ${note}, order ${order.trade_no}`,
  });
}
