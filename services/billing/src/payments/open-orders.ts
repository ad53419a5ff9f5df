import { advisoryLocks } from '@switchyard/db';
import {
  applyPayment,
  type Order,
  open,
  type Payment,
  type Processor,
  reasons,
  reviewUnconfirmedCall,
} from '@switchyard/payments';
import { sql } from 'kysely';
import { tryWithAdvisoryLock } from '../try-with-advisory-lock.ts';
import { askAbout } from './ask-about.ts';
import { type PaymentPorts, processors } from './processors.ts';

const ordersPerRound = 100;

/** Money is under way for a while after the payer has sent it. */
const graceMinutes = 10;

/**
 * Asks about orders that wait: 1, 2, 4, 8 ... minutes after they were made, and once more when their time has passed; then they
 * have expired. Processors are asked beside each other, so that a slow one holds nobody up.
 */
export function askAboutOpenOrders(ports: PaymentPorts): Promise<void> {
  return tryWithAdvisoryLock(ports.db, advisoryLocks.askAboutOpenOrders, async () => {
    const made = await processors(ports);
    await Promise.all(made.map((processor) => askOne(ports, processor)));
    await endOrphans(ports, made);
  });
}

async function askOne(ports: PaymentPorts, processor: Processor): Promise<void> {
  if (!ports.breaker.allows(processor.name)) return;
  for (const order of await dueOrders(ports, processor)) {
    const payment = await askAbout(ports, processor, order);
    const isOver = order.expires_at.getTime() + graceMinutes * 60_000 <= Date.now();
    if (isOver && payment && (await isWithoutHope(ports, order, payment)))
      await applyPayment(ports.db, order.id, { status: 'expired' });
  }
}

/**
 * Whether nothing is to come of an order any more: nobody pays it, or a person has dismissed what its processor goes on saying.
 * The answer may have put a new question to the person, so that the order is read again.
 */
async function isWithoutHope({ db }: PaymentPorts, { id }: Order, { status }: Payment): Promise<boolean> {
  if (status === 'pending' || status === 'unknown') return true;
  if (status === 'confirming') return false;
  const { flags } = await db.selectFrom('topup_orders').select('flags').where('id', '=', id).executeTakeFirstOrThrow();
  return flags.includes('dismissed');
}

/** Whoever was not asked about for longest comes first: one that gets no answer must keep no other from its turn. */
function dueOrders({ db }: PaymentPorts, { name, live }: Processor): Promise<Order[]> {
  const lastQuery = sql`expires_at + make_interval(mins => ${graceMinutes})`;
  return db
    .selectFrom('topup_orders')
    .selectAll()
    .where('processor', '=', name)
    .where('live', '=', live)
    .where('state', 'in', [...open])
    .where((on) =>
      on.or([
        sql<boolean>`coalesce(queried_at, created_at) + interval '1 minute' * power(2, greatest(least(queries, 12) - 1, 0)) <= now()`,
        sql<boolean>`${lastQuery} <= now() AND coalesce(queried_at < ${lastQuery}, true)`,
      ]),
    )
    .orderBy(sql`queried_at NULLS FIRST`)
    .orderBy('created_at')
    .limit(ordersPerRound)
    .execute();
}

/** Orders whose processor is not set up any more, or only for the other of test and live: nobody can be asked. */
async function endOrphans({ db }: PaymentPorts, made: readonly Processor[]): Promise<void> {
  const known = made.map(({ name, live }) => `${name} ${live}`);
  await db.transaction().execute(async (trx) => {
    const orphans = await trx
      .updateTable('topup_orders')
      .set({ state: 'expired', reason: reasons.orphaned, updated_at: sql`now()` })
      .where('state', 'in', [...open])
      .where(sql<boolean>`expires_at + make_interval(mins => ${graceMinutes}) <= now()`)
      .where(sql<boolean>`processor || ' ' || live::text <> ALL(${known}::text[])`)
      .returning('id')
      .execute();
    for (const { id } of orphans) await reviewUnconfirmedCall(trx, id);
  });
}
