import { post, type Schema } from '@switchyard/db';
import { writeBalanceLog } from '@switchyard/payments';
import type { Transaction } from 'kysely';
import { type Refusal, refuse } from '../../../http/answer.ts';
import type { Actor } from '../../logs/write.ts';
import type { UserChange } from './schema.ts';

const mostQuota = 1e15;

/** What a change of a balance comes to. */
export interface Adjustment {
  readonly userId: number;
  readonly before: number;
  /** Positive or negative, never 0. */
  readonly difference: number;
}

/**
 * The adjustment that was asked for; undefined: none. The account is held from here on, so that what is spent meanwhile comes after.
 */
export async function readAdjustment(
  trx: Transaction<Schema>,
  { id, quota, quota_mode: mode = 'override' }: UserChange,
): Promise<Adjustment | undefined | Refusal> {
  if (quota === undefined) return undefined;
  const { balance } = await trx
    .selectFrom('accounts')
    .select('balance')
    .where('user_id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const difference = { override: quota - balance, add: quota, subtract: -quota }[mode];
  if (balance + difference > mostQuota) return refuse('A balance cannot be more than 1,000,000,000,000,000.');
  if (difference < 0 && balance + difference < 0) return refuse(`The user has only ${balance} left.`);
  return difference === 0 ? undefined : { userId: id, before: balance, difference };
}

/** Books it, once for each call, and tells the user. */
export async function adjust(trx: Transaction<Schema>, actor: Actor, adjustment: Adjustment): Promise<void> {
  await post(trx, {
    kind: 'adjust',
    reference: `user:${adjustment.userId}:${actor.requestId}`,
    userId: adjustment.userId,
    amount: adjustment.difference,
    note: `Set by ${actor.username} (${actor.id})`,
  });
  const { userId, difference: quota } = adjustment;
  await writeBalanceLog(trx, { type: 'manage', userId, quota, content: 'Balance changed by an administrator' });
}
