import { advisoryLocks } from '@switchyard/db';
import { leaveUnanswered, lockOrder, sendRefund } from '@switchyard/payments';
import { sql } from 'kysely';
import { tryWithAdvisoryLock } from '../try-with-advisory-lock.ts';
import { type PaymentPorts, processors } from './processors.ts';

const refundsPerRound = 100;

/** Stripe promises to know idempotency keys for a day. */
const rememberedHours = 20;

/**
 * Asks again for refunds that were booked and got no answer. Their request ids keep them from going out twice, as long as
 * processors remember these; after that, and where processors know none, a person is to see whether the money went out.
 * Whoever was not asked for for longest comes first: those whose processor is away or not set up must keep no other from its turn.
 */
export function repeatAskedRefunds(ports: PaymentPorts): Promise<void> {
  const { db, log, breaker } = ports;
  return tryWithAdvisoryLock(db, advisoryLocks.askForRefunds, async () => {
    const made = await processors(ports);
    const asked = await db
      .updateTable('payment_refunds')
      .set({ repeated_at: sql`now()` })
      .where('id', 'in', (on) =>
        on
          .selectFrom('payment_refunds')
          .select('id')
          .where('state', '=', 'asked')
          .where('created_at', '<', sql<Date>`now() - interval '1 minute'`)
          .orderBy(sql`coalesce(repeated_at, created_at)`)
          .limit(refundsPerRound),
      )
      .returningAll()
      .execute();
    for (const refund of asked) {
      const order = await db.transaction().execute((trx) => lockOrder(trx, refund.order_id));
      const processor = made.find(({ name, live }) => name === order.processor && live === order.live);
      const isForgotten = refund.created_at.getTime() < Date.now() - rememberedHours * 3_600_000;
      if (isForgotten || processor?.knowsRequestIds === false) {
        await leaveUnanswered(db, refund);
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
