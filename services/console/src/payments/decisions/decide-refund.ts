import { decideRefund, lockOrder } from '@switchyard/payments';
import type { Static } from 'typebox';
import type { Context } from '../../context.ts';
import { type Refusal, refuse } from '../../http/answer.ts';
import { type Actor, logTypes, writeLog } from '../../resources/logs/write.ts';
import { orderExists } from './order-exists.ts';
import type { RefundDecision } from './schema.ts';

/** Ends a refund that got no answer, by what was seen at the processor. */
export async function decideAboutRefund(
  { db }: Context,
  actor: Actor,
  orderId: number,
  { request_id: requestId, decision, reason }: Static<typeof RefundDecision>,
): Promise<null | Refusal> {
  return db.transaction().execute(async (trx) => {
    if (!(await orderExists(trx, orderId))) return refuse('This order does not exist.');
    const order = await lockOrder(trx, orderId);
    const problem = await decideRefund(trx, order, requestId, decision);
    if (problem) return refuse(problem);
    await writeLog(
      trx,
      logTypes.manage,
      actor,
      `Decided refund ${requestId} of order ${order.trade_no}, ${decision}: ${reason}`,
    );
    return null;
  });
}
