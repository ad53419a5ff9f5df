import { announce, type Database } from '@switchyard/db';
import { sql } from 'kysely';

/** Stops an account until an administrator decides; relays hear of it at once. */
export async function freeze(db: Database, userId: number, reason: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('accounts')
      .set({ frozen: true, frozen_reason: reason, changed_at: sql`now()` })
      .where('user_id', '=', userId)
      .execute();
    await announce(trx, 'user', userId);
  });
}
