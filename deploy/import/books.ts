import { announce, type JournalKind, type Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';

/** The journal row by which a balance came here. */
export function openingOf(prefix: string, sourceUserId: number | string): string {
  return `${prefix}user:${sourceUserId}`;
}

/** Brings a balance: the opening row, and the account it stands on. */
export async function postOpening(
  trx: Transaction<Schema>,
  { userId, reference, amount, note }: { userId: number; reference: string; amount: number; note: string },
): Promise<void> {
  await trx.insertInto('journal').values({ kind: 'adjust', reference, user_id: userId, amount, note }).execute();
  await trx
    .updateTable('accounts')
    .set({ balance: sql`balance + ${amount}`, sequence: sql`sequence + 1`, changed_at: sql`now()` })
    .where('user_id', '=', userId)
    .execute();
  await announce(trx, 'user', userId);
}

interface Past {
  readonly kind: JournalKind;
  readonly reference: string;
  readonly userId: number;
  readonly tokenId?: number;
  readonly amount: number;
  readonly at: Date;
  readonly note?: string;
}

/**
 * Writes what happened to a balance before it came here. The balance is what it is by then, so the opening row gives way by as
 * much: at every moment the balance is the sum of the journal, and in the end the opening is what no row explains.
 */
export async function postPast(trx: Transaction<Schema>, opening: string, past: Past): Promise<void> {
  await trx
    .insertInto('journal')
    .values({
      kind: past.kind,
      reference: past.reference,
      user_id: past.userId,
      token_id: past.tokenId ?? null,
      amount: past.amount,
      created_at: past.at,
      note: past.note ?? '',
    })
    .execute();
  await trx
    .updateTable('journal')
    .set({ amount: sql`amount - ${past.amount}` })
    .where('kind', '=', 'adjust')
    .where('reference', '=', opening)
    .execute();
}

/** Locks accounts in the order of their ids, as billing does. */
export async function lockAccounts(trx: Transaction<Schema>, userIds: readonly number[]): Promise<void> {
  await sql`SELECT FROM accounts WHERE user_id = ANY(${[...userIds]}::bigint[]) ORDER BY user_id FOR NO KEY UPDATE`.execute(
    trx,
  );
}
