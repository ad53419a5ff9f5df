import { randomUUID } from 'node:crypto';
import type { Schema } from '@switchyard/db';
import {
  arrivedMinor,
  formatMinor,
  lockOrder,
  type Order,
  parseMinor,
  type Refund,
  sendRefund,
  takeBack,
} from '@switchyard/payments';
import type { FastifyBaseLogger } from 'fastify';
import type { Transaction } from 'kysely';
import type { Static } from 'typebox';
import type { Context } from '../../context.ts';
import { Refusal, refuse } from '../../http/answer.ts';
import { type Actor, logTypes, writeLog } from '../../resources/logs/write.ts';
import { processors } from '../processors.ts';
import { orderExists } from './order-exists.ts';
import { presentRefund } from './present-refund.ts';
import type { RefundRequest, RefundView } from './schema.ts';

interface Booked {
  readonly order: Order;
  readonly refund: Refund;
  /** It was asked for before, and the processor may have heard of it. */
  readonly isRepeated: boolean;
}

/**
 * Sends the payer's money back, a surplus first. The credit leaves the balance first, so that it cannot be spent while the processor works; when
 * the processor refuses it comes back. A processor that cannot be asked is left to the administrator.
 */
export async function refundOrder(
  context: Context,
  actor: Actor,
  orderId: number,
  request: Static<typeof RefundRequest>,
  log: FastifyBaseLogger,
): Promise<Static<typeof RefundView> | Refusal> {
  const made = await processors(context);
  const booked = await context.db.transaction().execute(async (trx) => {
    if (!(await orderExists(trx, orderId))) return refuse('This order does not exist.');
    const order = await lockOrder(trx, orderId);
    const processor = made.get(order.processor);
    const state = processor?.live === order.live && processor.refund ? 'asked' : 'sent';
    return book(trx, actor, order, request, state);
  });
  if (booked instanceof Refusal) return booked;
  const { order, refund, isRepeated } = booked;
  const processor = made.get(order.processor);
  if (refund.state !== 'asked' || !processor) return presentRefund(order, refund);
  if (isRepeated && !processor.knowsRequestIds) return presentRefund(order, refund);
  try {
    const refused = await sendRefund(context.db, processor, order, refund);
    if (refused) return refuse(refused.declined);
    return presentRefund(order, { ...refund, state: 'sent' });
  } catch (error) {
    // Billing asks again, or has a person look at it.
    log.warn({ err: error, order: order.trade_no }, 'a processor does not answer to a refund');
    return presentRefund(order, refund);
  }
}

async function book(
  trx: Transaction<Schema>,
  actor: Actor,
  order: Order,
  { amount, reason, request_id: requestId = randomUUID() }: Static<typeof RefundRequest>,
  state: 'asked' | 'sent',
): Promise<Booked | Refusal> {
  const earlier = await findRefund(trx, order.id, requestId);
  if (earlier?.state === 'refused')
    return refuse('The processor refused this refund. Use a new request id to try again.');
  if (earlier) return { order, refund: earlier, isRepeated: true };
  if (order.state === 'disputed') return refuse('This payment is disputed: the bank decides about it.');
  if (order.state !== 'credited' && order.state !== 'partially_refunded') {
    return refuse('Only an order that was credited can be refunded.');
  }
  const left = arrivedMinor(order) - BigInt(order.refunded_minor);
  const amountMinor = amount === undefined ? left : parseMinor(amount, order.currency);
  if (amountMinor === undefined || amountMinor < 1n || amountMinor > left) {
    return refuse(`Enter an amount of at most ${formatMinor(left, order.currency)} ${order.currency}.`);
  }
  await takeBack(trx, order, { requestId, amountMinor, kind: 'refund', reason, state, actorId: actor.id });
  const text = `${formatMinor(amountMinor, order.currency)} ${order.currency}`;
  await writeLog(trx, logTypes.manage, actor, `Refunded ${text} of order ${order.trade_no}: ${reason}`);
  return { order, refund: (await findRefund(trx, order.id, requestId)) as Refund, isRepeated: false };
}

function findRefund(trx: Transaction<Schema>, orderId: number, requestId: string): Promise<Refund | undefined> {
  return trx
    .selectFrom('payment_refunds')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
}
