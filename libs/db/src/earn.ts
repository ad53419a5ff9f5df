import { sql, type Transaction } from 'kysely';
import type { Schema } from './schema.ts';

export interface Earning {
  readonly kind: 'reward' | 'rebate' | 'reversal' | 'transfer';
  /** With the kind unique for ever: the same event earns once. */
  readonly reference: string;
  /** The inviter. */
  readonly userId: number;
  /** By whom it was earned; absent for transfers. */
  readonly inviteeId?: number;
  /** Quota: positive for rewards and rebates, negative for the others. */
  readonly amount: number;
}

/**
 * Moves what an inviter has earned and not yet taken: the row and the user's sums, in the caller's transaction. A reversal may
 * bring it below zero. Answers false, and changes nothing, when the reference was booked before.
 */
export async function earn(trx: Transaction<Schema>, earning: Earning): Promise<boolean> {
  const { kind, reference, userId, inviteeId, amount } = earning;
  const booked = await trx
    .insertInto('invite_earnings')
    .values({ kind, reference, user_id: userId, invitee_id: inviteeId ?? null, amount })
    .onConflict((conflict) => conflict.columns(['kind', 'reference']).doNothing())
    .returning('reference')
    .executeTakeFirst();
  if (!booked) return false;
  const earned = kind === 'transfer' ? 0 : amount;
  await trx
    .updateTable('users')
    .set({ aff_quota: sql`aff_quota + ${amount}`, aff_history: sql`aff_history + ${earned}` })
    .where('id', '=', userId)
    .execute();
  return true;
}
