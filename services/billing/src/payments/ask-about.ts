import { applyPayment, type Order, type Payment, type Processor } from '@switchyard/payments';
import { sql } from 'kysely';
import type { PaymentPorts } from './processors.ts';

/** Asks how the order's payment stands and applies the answer. Undefined when there is none, or nobody is asked for now. */
export async function askAbout(ports: PaymentPorts, processor: Processor, order: Order): Promise<Payment | undefined> {
  const { db, log, figures, breaker } = ports;
  if (!breaker.allows(processor.name)) return undefined;
  await db
    .updateTable('topup_orders')
    .set({ queries: sql`least(queries + 1, 100)`, queried_at: sql`now()` })
    .where('id', '=', order.id)
    .execute();
  let payment: Payment;
  try {
    payment = await processor.query(order);
    breaker.succeeded(processor.name);
  } catch (error) {
    breaker.failed(processor.name);
    figures.payments.inc({ processor: processor.name, result: 'silent' });
    log.warn(
      { error, processor: processor.name, order: order.trade_no },
      'a processor does not say how a payment stands',
    );
    return undefined;
  }
  try {
    const applied = await applyPayment(db, order.id, payment);
    figures.payments.inc({ processor: processor.name, result: applied });
    if (applied === 'review') {
      log.error({ order: order.trade_no, status: payment.status }, 'a payment needs a person');
    }
    return payment;
  } catch (error) {
    log.error({ error, order: order.trade_no }, "a processor's answer cannot be booked, the next question tries again");
    return undefined;
  }
}
