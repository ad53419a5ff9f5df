import { type Database, post, type Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';
import { formatMinor } from './money.ts';
import { creditable, type Order, open } from './order.ts';
import type { Payment } from './processor.ts';
import { takeBack } from './take-back.ts';

/** What came of a report: `review` needs a person, `unchanged` was known already. */
export type Applied = 'credited' | 'changed' | 'review' | 'unchanged';

const topUpLog = 1;

/**
 * Brings an order to what its processor reports. Any number of instances may hear the same report in any order: credit is
 * given once, waiting never follows paid, and paid beats everything but itself and what comes after it.
 * The report must come from the processor's own answer to a question, not from a callback alone.
 */
export async function applyPayment(db: Database, orderId: number, payment: Payment): Promise<Applied> {
  return db.transaction().execute(async (trx) => {
    const order = await trx
      .selectFrom('topup_orders')
      .selectAll()
      .where('id', '=', orderId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    switch (payment.status) {
      case 'paid':
        return applyPaid(trx, order, payment);
      case 'refunded':
      case 'disputed':
        return applyTakenBack(trx, order, payment);
      case 'held':
        return review(trx, order, 'the processor holds this payment back');
      case 'underpaid':
        return applyUnderpaid(trx, order, 'less was paid than was due');
      case 'confirming':
      case 'pending':
        return move(trx, order, payment, open);
      default:
        return move(trx, order, payment, ['created', 'pending', 'confirming', 'underpaid']);
    }
  });
}

async function applyPaid(trx: Transaction<Schema>, order: Order, payment: Payment): Promise<Applied> {
  if (!isOneOf(creditable, order.state)) return 'unchanged';
  const { currency = order.currency, receivedMinor = BigInt(order.payable_minor), transaction, reference } = payment;
  if (currency !== order.currency) return review(trx, order, `paid in ${currency} instead of ${order.currency}`);
  if (receivedMinor < BigInt(order.payable_minor)) {
    return applyUnderpaid(trx, order, `only ${formatMinor(receivedMinor, currency)} ${currency} were paid`);
  }
  if (transaction && !(await claimTransaction(trx, order.id, transaction))) {
    return review(trx, order, `transaction ${transaction.id} has paid another order`);
  }
  if (reference && (await referenceIsTaken(trx, order, reference))) {
    return review(trx, order, `payment ${reference} belongs to another order`);
  }
  const flags = new Set(order.flags);
  if (order.state === 'expired' || order.state === 'failed' || order.state === 'cancelled') flags.add('late');
  if (payment.overpaid || receivedMinor > BigInt(order.payable_minor)) flags.add('overpaid');
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
  const paid = `${formatMinor(BigInt(order.payable_minor), order.currency)} ${order.currency}`;
  const note = `${paid} by ${order.processor}${order.method && ` (${order.method})`}`;
  // The journal knows each order once, whatever happens to the row above.
  const reference_ = `order:${order.trade_no}`;
  const posted = await post(trx, { kind: 'topup', reference: reference_, userId: order.user_id, amount: order.quota, note });
  if (!posted) throw new Error(`order ${order.trade_no} was credited before`);
  await trx
    .insertInto('usage_log')
    .columns(['created_at', 'type', 'user_id', 'username', 'quota', 'content'])
    .expression((select) =>
      select
        .selectFrom('users')
        .select([
          sql`now()`.as('created_at'),
          sql`${topUpLog}::smallint`.as('type'),
          'id as user_id',
          'username',
          sql`${order.quota}::bigint`.as('quota'),
          sql`${`Topped up ${order.amount_usd} USD for ${note}, order ${order.trade_no}`}::text`.as('content'),
        ])
        .where('id', '=', order.user_id),
    )
    .execute();
  return 'credited';
}

async function applyTakenBack(trx: Transaction<Schema>, order: Order, payment: Payment): Promise<Applied> {
  const back = payment.refundedMinor ?? BigInt(order.payable_minor);
  const more = back - BigInt(order.refunded_minor);
  if (more <= 0n) return 'unchanged';
  const kind = payment.status === 'disputed' ? 'chargeback' : 'refund';
  const reason = kind === 'chargeback' ? 'the payer disputed the payment' : 'the processor sent the money back';
  await takeBack(trx, order, { requestId: `${kind}:${back}`, amountMinor: more, kind, reason, actorId: null });
  return 'changed';
}

async function applyUnderpaid(trx: Transaction<Schema>, order: Order, reason: string): Promise<Applied> {
  if (!isOneOf(creditable, order.state) || order.state === 'underpaid') return 'unchanged';
  await trx
    .updateTable('topup_orders')
    .set({ state: 'underpaid', reason, updated_at: sql`now()` })
    .where('id', '=', order.id)
    .execute();
  return 'review';
}

/** To a state of waiting or of having ended, never back to one that was left. */
async function move(
  trx: Transaction<Schema>,
  order: Order,
  { status, reference }: Payment,
  from: readonly string[],
): Promise<Applied> {
  const isForward = ranks.indexOf(status) > ranks.indexOf(order.state);
  if (!from.includes(order.state) || !isForward) return 'unchanged';
  await trx
    .updateTable('topup_orders')
    .set({
      state: status,
      updated_at: sql`now()`,
      ...(reference && !order.processor_reference && { processor_reference: reference }),
    })
    .where('id', '=', order.id)
    .execute();
  return 'changed';
}

const ranks: readonly string[] = ['created', 'pending', 'confirming', 'underpaid', 'expired', 'failed', 'cancelled'];

/** The order stays as it is, but a person is to look at it. */
async function review(trx: Transaction<Schema>, order: Order, reason: string): Promise<Applied> {
  if (order.flags.includes('review') && order.reason === reason) return 'unchanged';
  await trx
    .updateTable('topup_orders')
    .set({ flags: [...new Set([...order.flags, 'review'])], reason, updated_at: sql`now()` })
    .where('id', '=', order.id)
    .execute();
  return 'review';
}

async function claimTransaction(
  trx: Transaction<Schema>,
  orderId: number,
  { network, id }: { network: string; id: string },
): Promise<boolean> {
  const claimed = await trx
    .insertInto('chain_payments')
    .values({ network, transaction_id: id, order_id: orderId })
    .onConflict((conflict) => conflict.columns(['network', 'transaction_id']).doNothing())
    .returning('order_id')
    .executeTakeFirst();
  return claimed !== undefined;
}

async function referenceIsTaken(trx: Transaction<Schema>, order: Order, reference: string): Promise<boolean> {
  const other = await trx
    .selectFrom('topup_orders')
    .select('id')
    .where('processor', '=', order.processor)
    .where('processor_reference', '=', reference)
    .where('id', '<>', order.id)
    .executeTakeFirst();
  return other !== undefined;
}

function isOneOf(states: readonly string[], state: string): boolean {
  return states.includes(state);
}
