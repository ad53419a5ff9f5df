import { post, type Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';
import { writeBalanceLog } from './balance-log.ts';
import { formatMinor } from './money.ts';
import { type Order, paidMinor } from './order.ts';

interface Crediting {
  readonly flags: readonly string[];
  /** What a person must hear of it. */
  readonly reason?: string | undefined;
  /** What came beyond what the credit is paid with. */
  readonly surplusMinor?: bigint | undefined;
  readonly reference?: string | undefined;
}

/** Gives the order's credit: state, journal and history. The order's row must be locked; throws when it was credited before. */
export async function creditOrder(
  trx: Transaction<Schema>,
  order: Order,
  { flags, reason = '', surplusMinor = 0n, reference }: Crediting,
): Promise<void> {
  await trx
    .updateTable('topup_orders')
    .set({
      state: 'credited',
      credited_at: sql`now()`,
      updated_at: sql`now()`,
      flags: [...flags],
      reason,
      surplus_minor: String(surplusMinor),
      // What a dispute took before has come back. Should it go once more, it takes the credit along.
      ...(order.state === 'disputed' && { refunded_minor: '0' }),
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
  await writeBalanceLog(trx, {
    type: 'topUp',
    userId: order.user_id,
    quota: order.quota,
    content: `Topped up ${order.amount_usd} USD for ${note}, order ${order.trade_no}`,
  });
}
