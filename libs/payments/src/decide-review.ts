import type { Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';
import { creditOrder } from './credit-order.ts';
import { formatDecimal, parseDecimal, type Scaled } from './money.ts';
import { creditable, type Order, open } from './order.ts';
import { reasons } from './reasons.ts';
import { withoutFlags } from './review.ts';

/** What a person decided about an order that waited for one. */
export type Decision =
  /** What arrived earns its part of the credit; in minor units, absent: as it was reported, or all that is held back. */
  | { readonly credit: true; readonly receivedMinor?: bigint | undefined }
  /** Nothing is owed. */
  | { readonly credit: false };

/**
 * Ends a review; a sentence when it cannot end so. An order of which only a part was paid becomes an order of
 * that much credit, so that it agrees with its journal row and refunds take back what was given; what was due stays, because the
 * processor speaks of it. The order's row must be locked.
 */
export async function decideReview(
  trx: Transaction<Schema>,
  order: Order,
  decision: Decision,
): Promise<string | undefined> {
  const isUnderpaid = order.state === 'underpaid';
  if (!isUnderpaid && !order.flags.includes('review')) return 'This order does not wait for a decision.';
  if (!decision.credit) {
    // The reason stays: when the processor repeats it, it was decided.
    const flags = [...withoutFlags(order, 'review'), 'dismissed'];
    await trx
      .updateTable('topup_orders')
      .set({
        flags,
        updated_at: sql`now()`,
        ...(isUnderpaid && { state: 'failed' }),
        ...(isOver(order) && { state: 'expired' }),
      })
      .where('id', '=', order.id)
      .execute();
    return undefined;
  }
  if (order.credited_at !== null) return 'This order was credited already.';
  const isDisputed = order.state === 'disputed';
  if (!isDisputed && !(creditable as readonly string[]).includes(order.state))
    return 'This payment went back before it earned credit.';
  // What was reported before the dispute says nothing of what is here after it.
  if (isDisputed && decision.receivedMinor === undefined)
    return 'This payment was disputed before it earned credit. Say how much of it is here.';
  const flags = [...withoutFlags(order, 'review', 'contradicted', 'dismissed'), 'decided'];
  const payable = BigInt(order.payable_minor);
  const reported = order.received_minor === null ? undefined : BigInt(order.received_minor);
  // A call may have named another amount or currency, or nobody confirmed that anything came.
  const isWhole = !isUnderpaid && order.reason === reasons.held && !order.flags.includes('contradicted');
  const received = decision.receivedMinor ?? reported ?? (isWhole ? payable : undefined);
  if (received === undefined) return 'Say how much arrived: the processor did not.';
  if (received >= payable) {
    const surplusMinor = received - payable;
    await creditOrder(trx, order, { flags: surplusMinor > 0n ? [...flags, 'overpaid'] : flags, surplusMinor });
    return undefined;
  }
  const part = partOf(order, received);
  if (part.quota < 1) return 'This amount is too small.';
  await trx
    .updateTable('topup_orders')
    .set({ ...part, received_minor: String(received) })
    .where('id', '=', order.id)
    .execute();
  // The doubt outlasts the decision: the processor goes on saying `paid`, and the rest has not come by that.
  const doubt = order.flags.filter((flag) => flag === 'contradicted');
  const partial = { ...order, ...part, received_minor: Number(received), flags: [...flags, ...doubt, 'partial'] };
  await creditOrder(trx, partial, { flags: partial.flags });
  return undefined;
}

/** Its processor would go on saying what was just dismissed, and it would never end. */
function isOver({ state, expires_at: expiresAt }: Order): boolean {
  return (open as readonly string[]).includes(state) && expiresAt.getTime() <= Date.now();
}

/** Rounded down, as all credit is. */
function partOf({ amount_usd, quota, payable_minor }: Order, received: bigint): Pick<Order, 'amount_usd' | 'quota'> {
  const payable = BigInt(payable_minor);
  const finest = 10n ** 4n;
  const usd = ((parseDecimal(amount_usd) as Scaled) * received) / payable;
  return { amount_usd: formatDecimal(usd - (usd % finest)), quota: Number((BigInt(quota) * received) / payable) };
}
