import type { Order } from '../../order.ts';
import type { Payment } from '../../processor.ts';
import type { AirwallexAccount } from './client.ts';
import { findIntent } from './find-intent.ts';
import { listAll } from './items.ts';
import { paymentOf } from './payment-of.ts';
import { Dispute, Refund } from './schema.ts';

/** How the order's intent stands, with what went back of it. */
export async function query(account: AirwallexAccount, order: Order): Promise<Payment> {
  const intent = await findIntent(account, order);
  if (!intent) return { status: 'unknown' };
  if (intent.status !== 'SUCCEEDED') return paymentOf(order, intent, [], []);
  const [refunds, disputes] = await Promise.all([
    listAll(account, 'refunds', { payment_intent_id: intent.id }, Refund),
    listAll(account, 'payment_disputes', { payment_intent_id: intent.id }, Dispute),
  ]);
  const isIntents = (item: Refund | Dispute) => item.payment_intent_id === intent.id;
  return paymentOf(order, intent, refunds.filter(isIntents), disputes.filter(isIntents));
}
