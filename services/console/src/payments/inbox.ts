import type { Database, Schema } from '@switchyard/db';
import { type Insertable, sql } from 'kysely';

interface Received {
  readonly id: number;
  readonly isSettled: boolean;
}

/** Keeps a call whose signature was right. The same call again is the same row. */
export async function receive(db: Database, call: Insertable<Schema['payment_inbox']>): Promise<Received> {
  const { id, settled_at: settledAt } = await db
    .insertInto('payment_inbox')
    .values(call)
    .onConflict((conflict) =>
      conflict.columns(['processor', 'digest']).doUpdateSet({ times: sql`payment_inbox.times + 1` }),
    )
    .returning(['id', 'settled_at'])
    .executeTakeFirstOrThrow();
  return { id, isSettled: settledAt !== null };
}

/** Notes what came of a call; `isSettled`: it will be acknowledged, also when it comes again. */
export async function noteOutcome(
  db: Database,
  id: number,
  { outcome, orderId, isSettled }: { outcome: string; orderId?: number; isSettled: boolean },
): Promise<void> {
  await db
    .updateTable('payment_inbox')
    .set({ outcome, ...(orderId && { order_id: orderId }), ...(isSettled && { settled_at: sql`now()` }) })
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .execute();
}
