import type { Database } from '@switchyard/db';
import { applyPayment, creditable, type Order } from '@switchyard/payments';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { processors } from './processors.ts';

/** Pages look every three seconds; processors are not to be asked as often. */
const leastSecondsBetweenQueries = 10;

export type PaymentWord = 'pending' | 'success' | 'failed';

/**
 * A buyer's order by any name under which browsers know it: ours, the client's own or the processor's. Others' orders do not
 * exist.
 */
export async function findOwnOrder(db: Database, userId: number, name: string): Promise<Order | undefined> {
  return db
    .selectFrom('topup_orders')
    .selectAll()
    .where('user_id', '=', userId)
    .where((on) =>
      on.or([
        on(sql<string>`public_id::text`, '=', name.toLowerCase()),
        on('trade_no', '=', name),
        on('processor_reference', '=', name),
        on('client_request_id', '=', name),
        on(sql<string>`checkout ->> 'client_order_id'`, '=', name),
      ]),
    )
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

/** How the payment stands, after a question to the processor when nobody has asked lately. */
export async function paymentWord(context: Context, order: Order, log: FastifyBaseLogger): Promise<PaymentWord> {
  if (!isCreditable(order)) return wordOf(order);
  const processor = (await processors(context)).get(order.processor);
  if (!processor || processor.live !== order.live || !(await claimQuery(context.db, order.id))) return wordOf(order);
  try {
    const payment = await processor.query(order);
    await applyPayment(context.db, order.id, payment);
    const now = await context.db
      .selectFrom('topup_orders')
      .select(['state', 'credited_at'])
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow();
    return payment.attemptFailed && isCreditable(now) ? 'failed' : wordOf(now);
  } catch (error) {
    log.warn({ err: error, order: order.trade_no }, 'a processor does not say how a payment stands');
    return wordOf(order);
  }
}

/** True for one caller in ten seconds, whichever instance it asks. */
async function claimQuery(db: Database, orderId: number): Promise<boolean> {
  const claimed = await db
    .updateTable('topup_orders')
    .set({ queried_at: sql`now()` })
    .where('id', '=', orderId)
    .where((on) =>
      on.or([
        on('queried_at', 'is', null),
        on('queried_at', '<', sql<Date>`now() - make_interval(secs => ${leastSecondsBetweenQueries})`),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

function wordOf({ state, credited_at }: Pick<Order, 'state' | 'credited_at'>): PaymentWord {
  if (credited_at !== null) return 'success';
  return ['expired', 'failed', 'cancelled', 'refunded', 'disputed'].includes(state) ? 'failed' : 'pending';
}

function isCreditable({ state }: Pick<Order, 'state'>): boolean {
  return (creditable as readonly string[]).includes(state);
}
