import { createHash } from 'node:crypto';
import {
  applyPayment,
  type Call,
  flagForReview,
  type Notice,
  type Order,
  type Payment,
  type Processor,
  reasons,
  reviewUnconfirmedCall,
} from '@switchyard/payments';
import type { FastifyBaseLogger } from 'fastify';
import type { Context } from '../context.ts';
import { limit } from '../http/too-many-requests.ts';
import { noteOutcome, receive } from './inbox.ts';

/** `unconfirmed`: the call says paid and the processor, when asked, does not (yet), or does not answer. */
export type Settled = 'settled' | 'unknown order' | 'unconfirmed';

/** Answers that contradict a call that says paid. */
const unpaid: readonly Payment['status'][] = ['unknown', 'pending', 'confirming', 'expired', 'failed', 'cancelled'];

/** Payers see some calls, in the address by which they come back, and could repeat them. */
const samePerMinute = 300;
const minuteMs = 60_000;
/** By which a call is proved: cookies and keys are never kept. */
const keptHeaders = ['x-timestamp', 'x-signature', 'stripe-signature'];

/**
 * Acts on a call whose signature was right: keeps it, finds its order, asks the processor how the payment stands and applies that
 * answer. Everything is committed when it answers.
 */
export async function settleNotice(
  { db, kv }: Context,
  processor: Processor,
  notice: Notice,
  { text: body, headers, sender }: Call & { readonly sender: string },
  log: FastifyBaseLogger,
): Promise<Settled> {
  const digest = createHash('sha256')
    .update(notice.identity ?? body)
    .digest();
  await limit(kv.limiter, `payment-call:${digest.toString('base64url')}`, samePerMinute, minuteMs);
  const kept = Object.fromEntries(keptHeaders.flatMap((name) => (headers[name] ? [[name, headers[name]]] : [])));
  const { id, isSettled } = await receive(db, {
    processor: processor.name,
    body,
    digest,
    says_paid: notice.isPaid,
    headers: JSON.stringify(kept),
    sender,
  });
  if (isSettled) return 'settled';
  if (notice.tradeNo === undefined) {
    await noteOutcome(db, id, { outcome: 'concerns no order', isSettled: true });
    return 'settled';
  }
  const order = await db
    .selectFrom('topup_orders')
    .selectAll()
    .where('trade_no', '=', notice.tradeNo)
    .where('processor', '=', processor.name)
    .where('live', '=', processor.live)
    .executeTakeFirst();
  if (!order) {
    await noteOutcome(db, id, { outcome: 'unknown order', isSettled: false });
    return 'unknown order';
  }
  const problem = notice.contradiction(order) ?? otherReference(order, notice);
  if (problem) {
    await flagForReview(db, order.id, problem, 'contradicted');
    await noteOutcome(db, id, { outcome: problem, orderId: order.id, isSettled: true });
    return 'settled';
  }
  // Whoever ends the order meanwhile is to see that there is a call about it.
  await noteOutcome(db, id, { outcome: 'the processor is asked', orderId: order.id, isSettled: false });
  // The answer to our order may have been lost, and with it the processor's own number.
  const asked = { ...order, processor_reference: notice.reference ?? order.processor_reference };
  const payment = await processor.query(asked).catch((error) => {
    log.warn({ err: error, order: order.trade_no }, 'a processor does not say how an order stands');
  });
  if (!payment) {
    await noteOutcome(db, id, { outcome: 'the processor does not answer', isSettled: false });
    return 'unconfirmed';
  }
  const applied = await applyPayment(db, order.id, {
    ...payment,
    ...(notice.transaction && { transaction: notice.transaction }),
  });
  const isUnconfirmed = notice.isPaid && unpaid.includes(payment.status);
  const outcome = isUnconfirmed ? 'said to be paid, not confirmed' : `${payment.status}: ${applied}`;
  await noteOutcome(db, id, { outcome, isSettled: !isUnconfirmed });
  if (isUnconfirmed) await db.transaction().execute((trx) => reviewUnconfirmedCall(trx, order.id));
  return isUnconfirmed ? 'unconfirmed' : 'settled';
}

function otherReference(order: Order, { reference }: Notice): string | undefined {
  return reference && order.processor_reference && reference !== order.processor_reference
    ? reasons.otherReference(reference)
    : undefined;
}
