import { sql, type Transaction } from 'kysely';
import { announce } from './outbox.ts';
import type { Schema } from './schema.ts';

/** Stops an account until an administrator releases it; relays hear of it at once. The reason of one that is stopped already stays. */
export async function freeze(trx: Transaction<Schema>, userId: number, reason: string): Promise<void> {
  await trx
    .updateTable('accounts')
    // The wallet takes the mark only with a higher version of the account.
    .set({ frozen: true, frozen_reason: reason, sequence: sql`sequence + 1`, changed_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('frozen', '=', false)
    .execute();
  await announce(trx, 'user', userId);
}
