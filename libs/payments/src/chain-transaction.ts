import type { Schema } from '@switchyard/db';
import type { Transaction } from 'kysely';
import type { ChainTransaction } from './processor.ts';

/**
 * Notes that a transfer pays this order. `first`, `further`: it is news, and the order's first or a further one; `known`: it was
 * noted before; `foreign`: it pays another order. The order's row must be locked.
 */
export async function claimTransaction(
  trx: Transaction<Schema>,
  orderId: number,
  { network, id }: ChainTransaction,
): Promise<'first' | 'further' | 'known' | 'foreign'> {
  const claimed = await trx
    .insertInto('chain_payments')
    .values({ network, transaction_id: id, order_id: orderId })
    .onConflict((conflict) => conflict.columns(['network', 'transaction_id']).doNothing())
    .returning('order_id')
    .executeTakeFirst();
  if (!claimed) {
    const { order_id: holder } = await trx
      .selectFrom('chain_payments')
      .select('order_id')
      .where('network', '=', network)
      .where('transaction_id', '=', id)
      .executeTakeFirstOrThrow();
    return holder === orderId ? 'known' : 'foreign';
  }
  const { count } = await trx
    .selectFrom('chain_payments')
    .select((on) => on.fn.countAll<number>().as('count'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return count === 1 ? 'first' : 'further';
}
