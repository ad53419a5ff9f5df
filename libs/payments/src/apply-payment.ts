import type { Database, Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';
import { claimTransaction } from './chain-transaction.ts';
import { creditOrder } from './credit-order.ts';
import { min } from './money.ts';
import { noteSurplus } from './note-surplus.ts';
import { arrivedMinor, creditable, type Order, open } from './order.ts';
import type { Payment } from './processor.ts';
import { reasons } from './reasons.ts';
import { lockOrder, markForReview, withoutFlags } from './review.ts';
import { takeBack } from './take-back.ts';
import { reviewUnconfirmedCall } from './unconfirmed-call.ts';

/** What came of a report: `review` needs a person, `unchanged` was known already. */
export type Applied = 'credited' | 'changed' | 'review' | 'unchanged';

/**
 * Brings an order to what its processor reports. Any number of instances may hear the same report in any order: credit is
 * given once, waiting never follows paid, and paid beats everything but itself and what comes after it.
 * The report must come from the processor's own answer to a question, not from a callback alone. Rejects, and nothing has changed, when
 * there is no such order.
 */
export async function applyPayment(db: Database, orderId: number, payment: Payment): Promise<Applied> {
  return db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId);
    switch (payment.status) {
      case 'paid':
        return applyPaid(trx, order, payment);
      case 'refunded':
      case 'disputed':
        return applyTakenBack(trx, order, payment);
      case 'held':
        return review(trx, order, reasons.held);
      case 'underpaid':
        return applyUnderpaid(trx, order, payment.receivedMinor);
      default:
        return move(trx, order, payment);
    }
  });
}

async function applyPaid(trx: Transaction<Schema>, order: Order, payment: Payment): Promise<Applied> {
  const { currency = order.currency, receivedMinor = BigInt(order.payable_minor), transaction, reference } = payment;
  const claim = transaction && (await claimTransaction(trx, order.id, transaction));
  if (transaction && claim === 'foreign') {
    return review(trx, order, reasons.transactionOfOtherOrder(transaction.id), 'contradicted');
  }
  // After a call that contradicted the order, `paid` without an amount does not say that all that was due has come.
  const isDoubtful = order.flags.includes('contradicted') && payment.receivedMinor === undefined;
  if (!isCreditable(order)) {
    if (transaction && claim === 'further') return review(trx, order, reasons.paidAgain(transaction.id));
    if (await noteSurplus(trx, order, isDoubtful ? payment : { ...payment, receivedMinor })) return 'review';
    return order.state === 'disputed'
      ? review(trx, order, order.credited_at === null ? reasons.wonUncredited : reasons.won)
      : 'unchanged';
  }
  if (isDoubtful) return order.flags.includes('dismissed') ? review(trx, order, reasons.doubtful) : 'unchanged';
  if (currency !== order.currency) return review(trx, order, reasons.otherCurrency(currency, order.currency));
  if (receivedMinor < BigInt(order.payable_minor)) {
    return applyUnderpaid(trx, order, receivedMinor);
  }
  if (reference && (await referenceIsTaken(trx, order, reference))) {
    return review(trx, order, reasons.ofOtherOrder(reference));
  }
  const flags = new Set(withoutFlags(order, 'review', 'contradicted', 'dismissed'));
  if (hasEnded(order)) flags.add('late');
  const surplusMinor = receivedMinor - BigInt(order.payable_minor);
  const isOverpaid = surplusMinor > 0n || payment.overpaid === true;
  if (isOverpaid) flags.add('overpaid').add('review');
  const reason = surplusMinor > 0n ? reasons.surplus(receivedMinor, surplusMinor, currency) : reasons.overpaid;
  await creditOrder(trx, order, { flags: [...flags], surplusMinor, reference, ...(isOverpaid && { reason }) });
  return 'credited';
}

async function applyTakenBack(trx: Transaction<Schema>, order: Order, payment: Payment): Promise<Applied> {
  const { receivedMinor, refundedMinor } = payment;
  const isWhole = refundedMinor === undefined || refundedMinor >= (receivedMinor ?? arrivedMinor(order));
  if (order.credited_at === null && !isWhole) {
    // A part went back, so more than that had come, and nobody told us.
    const applied = await applyPaid(trx, order, { ...payment, status: 'paid' });
    if (applied !== 'credited') return applied;
    return applyTakenBack(trx, await lockOrder(trx, order.id), payment);
  }
  if (await noteSurplus(trx, order, payment)) {
    await applyTakenBack(trx, await lockOrder(trx, order.id), payment);
    return 'review';
  }
  const arrived = arrivedMinor(order);
  const back = min(refundedMinor ?? arrived, arrived);
  const more = back - BigInt(order.refunded_minor);
  if (more <= 0n) return 'unchanged';
  const kind = payment.status === 'disputed' ? 'chargeback' : 'refund';
  const reason = kind === 'chargeback' ? reasons.disputed : reasons.sentBack;
  const taken = { amountMinor: more, kind, reason, actorId: null } as const;
  // What was refused leaves the same sums behind as before it was asked for, but not the same number of rows.
  const requestId = `${kind}:${await countRefunds(trx, order)}:${order.refunded_minor}-${back}`;
  return (await takeBack(trx, order, { requestId, ...taken })) ? 'changed' : 'unchanged';
}

async function countRefunds(trx: Transaction<Schema>, { id }: Order): Promise<number> {
  const { count } = await trx
    .selectFrom('payment_refunds')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow();
  return count;
}

async function applyUnderpaid(trx: Transaction<Schema>, order: Order, receivedMinor?: bigint): Promise<Applied> {
  const reason = receivedMinor === undefined ? reasons.underpaid : reasons.onlyPaid(receivedMinor, order.currency);
  const isKnown = order.reason === reason && (order.state === 'underpaid' || order.flags.includes('dismissed'));
  if (!isCreditable(order) || isKnown) return 'unchanged';
  await trx
    .updateTable('topup_orders')
    .set({
      state: 'underpaid',
      flags: withoutFlags(order, 'dismissed'),
      reason,
      updated_at: sql`now()`,
      ...(receivedMinor !== undefined && { received_minor: String(receivedMinor) }),
    })
    .where('id', '=', order.id)
    .execute();
  return 'review';
}

/** To a state of waiting or of having ended, never back to one that was left. */
async function move(trx: Transaction<Schema>, order: Order, { status, reference }: Payment): Promise<Applied> {
  const isForward = ranks.indexOf(status) > ranks.indexOf(order.state);
  if (!isOneOf(open, order.state) || !isForward) return 'unchanged';
  await trx
    .updateTable('topup_orders')
    .set({
      state: status,
      updated_at: sql`now()`,
      ...(reference && !order.processor_reference && { processor_reference: reference }),
    })
    .where('id', '=', order.id)
    .execute();
  return (await reviewUnconfirmedCall(trx, order.id)) ? 'review' : 'changed';
}

const ranks: readonly string[] = ['created', 'pending', 'confirming', 'expired', 'failed', 'cancelled'];

async function review(
  trx: Transaction<Schema>,
  order: Order,
  reason: string,
  contradicted?: 'contradicted',
): Promise<Applied> {
  return (await markForReview(trx, order, reason, contradicted)) ? 'review' : 'unchanged';
}

/** Money for it comes late now. */
function hasEnded(order: Order): boolean {
  return !isOneOf([...open, 'underpaid'], order.state) || order.expires_at.getTime() < Date.now();
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

function isCreditable(order: Order): boolean {
  return isOneOf(creditable, order.state);
}

function isOneOf(states: readonly string[], state: string): boolean {
  return states.includes(state);
}
