import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import { announce } from './outbox.ts';
import type { JournalKind, Schema } from './schema.ts';

export interface Posting {
  /** Anything but `consume`, which billing posts in batches. */
  readonly kind: Exclude<JournalKind, 'consume'>;
  /** With the kind unique for ever: the same event posts once. */
  readonly reference: string;
  readonly userId: number;
  /** Whose consumption is given back; for `refund`. */
  readonly tokenId?: number;
  /** Quota; negative only for `adjust`. */
  readonly amount: number;
  readonly note?: string;
}

/**
 * Moves a balance: journal row, account and notice in the caller's transaction. Answers false, and changes nothing,
 * when the reference was posted before.
 */
export async function post(trx: Transaction<Schema>, posting: Posting): Promise<boolean> {
  // The account is locked before the journal is written: billing takes them in the same order. No stronger than it must be:
  // who has just referred to the account (a redeemed code does) holds it already, and two of those would wait for each other.
  await trx
    .selectFrom('accounts')
    .select('user_id')
    .where('user_id', '=', posting.userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const inserted = await trx
    .insertInto('journal')
    .values({
      kind: posting.kind,
      reference: posting.reference,
      user_id: posting.userId,
      token_id: posting.tokenId ?? null,
      amount: posting.amount,
      note: posting.note ?? '',
    })
    .onConflict((conflict) => conflict.columns(['kind', 'reference']).doNothing())
    .returning('reference')
    .executeTakeFirst();
  if (!inserted) return false;
  await trx
    .updateTable('accounts')
    .set({ balance: sql`balance + ${posting.amount}`, sequence: sql`sequence + 1`, changed_at: sql`now()` })
    .where('user_id', '=', posting.userId)
    .execute();
  await announce(trx, 'user', posting.userId);
  return true;
}
