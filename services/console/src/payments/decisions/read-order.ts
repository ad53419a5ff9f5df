import type { Database } from '@switchyard/db';
import { arrivedMinor, formatMinor } from '@switchyard/payments';
import type { Static } from 'typebox';
import { type Refusal, refuse } from '../../http/answer.ts';
import { seconds } from '../../http/time.ts';
import { present } from '../orders/present.ts';
import { listOrders } from '../orders/repository.ts';
import { presentRefund } from './present-refund.ts';
import type { OrderDetail } from './schema.ts';

/** What a person needs to decide about an order. The calls themselves are not shown: they hold what payers told their banks. */
export async function readOrder(db: Database, id: number): Promise<Static<typeof OrderDetail> | Refusal> {
  const { rows } = await listOrders(db, { id }, { page: 1, size: 1, offset: 0 });
  const [order] = rows;
  if (!order) return refuse('This order does not exist.');
  const [refunds, calls] = await Promise.all([
    db.selectFrom('payment_refunds').selectAll().where('order_id', '=', id).orderBy('id').execute(),
    db
      .selectFrom('payment_inbox')
      .select(['received_at', 'times', 'outcome'])
      .where('order_id', '=', id)
      .orderBy('id')
      .execute(),
  ]);
  const received = order.credited_at === null ? order.received_minor : arrivedMinor(order);
  return {
    order: present(order),
    received: received === null ? '' : formatMinor(BigInt(received), order.currency),
    refunds: refunds.map((refund) => ({
      ...presentRefund(order, refund),
      kind: refund.kind,
      reason: refund.reason,
      created_at: seconds(refund.created_at),
    })),
    calls: calls.map((call) => ({ ...call, received_at: seconds(call.received_at) })),
  };
}
