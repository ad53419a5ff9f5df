import { advisoryLocks, freeze } from '@switchyard/db';
import { flagForReview, lockOrder, type Order, type Payment, type Processor, reasons } from '@switchyard/payments';
import { tryWithAdvisoryLock } from '../try-with-advisory-lock.ts';
import { askAbout } from './ask-about.ts';
import { type PaymentPorts, processors } from './processors.ts';

const dayMs = 86_400_000;
const listedDays = 2;
const creditedDays = 7;

/** What a payment that earned credit cannot be. `unknown` is not among them: our account there may be another one now. */
const unpaid: readonly Payment['status'][] = ['pending', 'expired', 'failed', 'cancelled', 'underpaid'];

/**
 * Compares the processors' lists with our orders, both ways. Paid there and not credited here is asked about, as any order is.
 * Credited here is asked about for a week, because refunds and disputes come later; when the processor's list and its answer both
 * know of no payment, the account is frozen.
 */
export function comparePaymentLists(ports: PaymentPorts): Promise<void> {
  return tryWithAdvisoryLock(ports.db, advisoryLocks.comparePaymentLists, async () => {
    const made = await processors(ports);
    await Promise.all(made.map((processor) => compare(ports, processor)));
  });
}

async function compare(ports: PaymentPorts, processor: Processor): Promise<void> {
  const { log, breaker } = ports;
  if (!breaker.allows(processor.name)) return;
  try {
    const paidThere = await paidTradeNos(processor);
    for (const tradeNo of paidThere) await settle(ports, processor, tradeNo);
    for (const order of await creditedOrders(ports, processor)) {
      const payment = await askAbout(ports, processor, order);
      if (payment?.status === 'unknown') {
        log.error({ order: order.trade_no }, 'a processor does not know a payment that was credited');
      }
      if (!payment || !unpaid.includes(payment.status) || !processor.list || paidThere.has(order.trade_no)) continue;
      const reason = reasons.unknownPayment(order.trade_no, processor.name);
      if (!(await accuse(ports, order, reason))) continue;
      log.error({ order: order.trade_no, status: payment.status }, 'credit was given for a payment that there is not');
    }
  } catch (error) {
    breaker.failed(processor.name);
    log.error({ error, processor: processor.name }, "a processor's list cannot be compared, the next day tries again");
  }
}

/** Freezes the account, unless a person knew more than the processor says: maybe only while others were asked about. */
async function accuse({ db }: PaymentPorts, { id, user_id: userId }: Order, reason: string): Promise<boolean> {
  const isAccused = await db.transaction().execute(async (trx) => {
    const { flags } = await lockOrder(trx, id);
    if (flags.includes('decided') || flags.includes('dismissed')) return false;
    await freeze(trx, userId, reason);
    return true;
  });
  if (isAccused) await flagForReview(db, id, reason);
  return isAccused;
}

async function paidTradeNos(processor: Processor): Promise<Set<string>> {
  const paid = new Set<string>();
  const from = new Date(Date.now() - listedDays * dayMs);
  for await (const { tradeNo, isPaid } of processor.list?.(from, new Date()) ?? []) {
    if (isPaid) paid.add(tradeNo);
  }
  return paid;
}

async function settle(ports: PaymentPorts, processor: Processor, tradeNo: string): Promise<void> {
  const order = await ports.db
    .selectFrom('topup_orders')
    .selectAll()
    .where('trade_no', '=', tradeNo)
    .where('processor', '=', processor.name)
    .where('live', '=', processor.live)
    .executeTakeFirst();
  if (!order) {
    ports.log.error(
      { processor: processor.name, order: tradeNo },
      'a processor was paid for an order that is not here',
    );
    return;
  }
  if (order.credited_at === null) await askAbout(ports, processor, order);
}

function creditedOrders({ db }: PaymentPorts, { name, live }: Processor): Promise<Order[]> {
  return db
    .selectFrom('topup_orders')
    .selectAll()
    .where('processor', '=', name)
    .where('live', '=', live)
    .where('credited_at', '>', new Date(Date.now() - creditedDays * dayMs))
    .where('state', 'in', ['credited', 'partially_refunded'])
    .orderBy('credited_at')
    .execute();
}
