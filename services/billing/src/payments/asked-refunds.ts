import { flagForReview, lockOrder, sendRefund } from '@switchyard/payments';
import { sql } from 'kysely';
import { alone } from './alone.ts';
import { type PaymentPorts, processors } from './processors.ts';

const turn = 4_170_221_907;
const refundsPerRound = 100;
/** Stripe promises to know idempotency keys for a day. */
const rememberedHours = 20;

/**
 * Asks again for refunds that were booked and got no answer. Their request ids keep them from going out twice, as long as
 * processors remember these; after that, and where processors know none, a person is to see whether the money went out.
 */
export function repeatAskedRefunds(ports: PaymentPorts): Promise<void> {
  const { db, log, breaker } = ports;
  return alone(db, turn, async () => {
    const made = await processors(ports);
    const asked = await db
      .selectFrom('payment_refunds')
      .selectAll()
      .where('state', '=', 'asked')
      .where('created_at', '<', sql<Date>`now() - interval '1 minute'`)
      .orderBy('created_at')
      .limit(refundsPerRound)
      .execute();
    for (const refund of asked) {
      const order = await db.transaction().execute((trx) => lockOrder(trx, refund.order_id));
      const processor = made.find(({ name, live }) => name === order.processor && live === order.live);
      const isForgotten = refund.created_at.getTime() < Date.now() - rememberedHours * 3_600_000;
      if (isForgotten || processor?.knowsRequestIds === false) {
        await flagForReview(db, order.id, `refund ${refund.request_id} got no answer: see whether the money went out`);
        continue;
      }
      if (!processor || !breaker.allows(processor.name)) continue;
      try {
        const refused = await sendRefund(db, processor, order, refund);
        breaker.succeeded(processor.name);
        if (refused) log.error({ order: order.trade_no, reason: refused.declined }, 'a refund was refused and undone');
      } catch (error) {
        breaker.failed(processor.name);
        log.warn({ error, order: order.trade_no }, 'a processor does not answer to a refund');
      }
    }
  });
}
