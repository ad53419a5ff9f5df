import type { Database } from '@switchyard/db';
import { endRefund, type Refund } from './end-refund.ts';
import type { Order } from './order.ts';
import type { Declined, Processor } from './processor.ts';
import { lockOrder } from './review.ts';

/**
 * Asks the processor for a refund that was booked, and notes its answer; a refusal undoes the booking. Rejects when there is no
 * answer: then it is asked for again, under the same request id, where the processor knows these, and waits for a person elsewhere.
 */
export async function sendRefund(
  db: Database,
  processor: Processor,
  order: Order,
  refund: Refund,
): Promise<Declined | null> {
  // Processors know request ids for the whole account, ours are unique for the order.
  const requestId = `${order.trade_no}-${refund.id}`;
  const request = { requestId, amountMinor: BigInt(refund.amount_minor), reason: refund.reason };
  const refused = (await processor.refund?.(order, request)) ?? null;
  await db.transaction().execute(async (trx) => {
    await endRefund(trx, await lockOrder(trx, order.id), refund, refused ? 'refused' : 'sent');
  });
  return refused;
}
