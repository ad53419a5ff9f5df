import { advisoryLocks } from '@switchyard/db';
import type { Order, Processor } from '@switchyard/payments';
import { sql } from 'kysely';
import { tryWithAdvisoryLock } from '../try-with-advisory-lock.ts';
import { askAbout } from './ask-about.ts';
import { type PaymentPorts, processors } from './processors.ts';

const ordersPerRound = 1000;

/** Asks about orders that ended in the last seven days without their money: late money is real money. */
export function askAboutEndedOrders(ports: PaymentPorts): Promise<void> {
  return tryWithAdvisoryLock(ports.db, advisoryLocks.askAboutEndedOrders, async () => {
    const made = await processors(ports);
    const askAll = async (processor: Processor) => {
      for (const order of await endedOrders(ports, processor)) await askAbout(ports, processor, order);
    };
    await Promise.all(made.map(askAll));
  });
}

function endedOrders({ db }: PaymentPorts, { name, live }: Processor): Promise<Order[]> {
  return db
    .selectFrom('topup_orders')
    .selectAll()
    .where('processor', '=', name)
    .where('live', '=', live)
    .where('state', 'in', ['expired', 'failed', 'cancelled', 'underpaid'])
    .where('expires_at', '>', sql<Date>`now() - interval '7 days'`)
    .where(sql<boolean>`coalesce(queried_at < now() - interval '50 minutes', true)`)
    .orderBy(sql`queried_at NULLS FIRST`)
    .limit(ordersPerRound)
    .execute();
}
