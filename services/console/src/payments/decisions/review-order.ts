import { decideReview, lockOrder, parseMinor } from '@switchyard/payments';
import type { Static } from 'typebox';
import type { Context } from '../../context.ts';
import { type Refusal, refuse } from '../../http/answer.ts';
import { type Actor, logTypes, writeLog } from '../../resources/logs/write.ts';
import { orderExists } from './order-exists.ts';
import type { ReviewRequest } from './schema.ts';

/** Ends the review of an order by an administrator's decision. */
export async function reviewOrder(
  { db }: Context,
  actor: Actor,
  orderId: number,
  { decision, received, reason }: Static<typeof ReviewRequest>,
): Promise<null | Refusal> {
  return db.transaction().execute(async (trx) => {
    if (!(await orderExists(trx, orderId))) return refuse('This order does not exist.');
    const order = await lockOrder(trx, orderId);
    const receivedMinor = received === undefined ? undefined : parseMinor(received, order.currency);
    if (received !== undefined && !receivedMinor) return refuse(`Enter what arrived in ${order.currency}.`);
    const credit = decision === 'credit';
    const problem = await decideReview(trx, order, credit ? { credit, receivedMinor } : { credit });
    if (problem) return refuse(problem);
    await writeLog(trx, logTypes.manage, actor, `Reviewed order ${order.trade_no}, ${decision}: ${reason}`);
    return null;
  });
}
