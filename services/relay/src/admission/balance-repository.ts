import type { Database } from '@switchyard/db';
import type { LoadBalance } from './leases.ts';

/** Balances with their versions in one statement, so that they are of one moment. */
export function balanceLoader(db: Database): LoadBalance {
  return async (userId, tokenId) => {
    const row = await db
      .selectFrom('accounts')
      .leftJoin('tokens', (join) => join.onRef('tokens.user_id', '=', 'accounts.user_id').on('tokens.id', '=', tokenId))
      .where('accounts.user_id', '=', userId)
      .select([
        'accounts.balance',
        'accounts.sequence',
        'accounts.frozen',
        'tokens.id as tokenId',
        'tokens.sequence as tokenSequence',
        'tokens.spendable as remain',
      ])
      .executeTakeFirst();
    if (!row) return undefined;
    const token =
      row.tokenId !== null && row.tokenSequence !== null && row.remain !== null
        ? { id: row.tokenId, version: row.tokenSequence, remain: row.remain }
        : undefined;
    return { account: { version: row.sequence, base: row.balance, frozen: row.frozen }, token };
  };
}
