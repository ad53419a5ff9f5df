import { randomInt } from 'node:crypto';
import type { Schema } from '@switchyard/db';
import type { Selectable } from 'kysely';

export type Order = Selectable<Schema['topup_orders']>;

/** From which a payment still earns credit: late money is real money. */
export const creditable = ['created', 'pending', 'confirming', 'underpaid', 'expired', 'failed', 'cancelled'] as const;

/** Whose payment may still arrive without anybody being surprised. */
export const open = ['created', 'pending', 'confirming'] as const;

/** That came to nothing, as far as is known. */
export const ended = ['expired', 'failed', 'cancelled'] as const;

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const randomLength = 16;

/** A trade number: the day, for people, and 80 random bits. Letters and digits, as every gateway allows. */
export function newTradeNo(now = new Date()): string {
  const day = now.toISOString().slice(0, 10).replaceAll('-', '');
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]);
  return `TU${day}${random.join('')}`;
}

/** What the order's credit was paid with, in minor units: all that was due, or the part that a person gave credit for. */
export function paidMinor({
  flags,
  payable_minor: payable,
  received_minor: received,
}: Pick<Order, 'flags' | 'payable_minor' | 'received_minor'>): bigint {
  return BigInt(flags.includes('partial') && received !== null ? received : payable);
}

/** All that came for a credited order, in minor units: what its credit was paid with, and what was beyond that. */
export function arrivedMinor(
  order: Pick<Order, 'flags' | 'payable_minor' | 'received_minor' | 'surplus_minor'>,
): bigint {
  return paidMinor(order) + BigInt(order.surplus_minor);
}
