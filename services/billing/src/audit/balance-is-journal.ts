import { sql } from 'kysely';
import type { Finding, Invariant } from './invariant.ts';

/** Granted + topped up + redeemed + rebates + refunds − consumed ± adjusted: the sum of the journal, whatever the kind. */
export const balanceIsJournal: Invariant = {
  name: 'balance-is-journal',
  says: 'A balance is the sum of its journal rows.',
  async check({ db }, { userIds }) {
    const { rows } = await sql<Finding>`
      SELECT user_id AS "userId", format('balance %s, journal %s', balance, journal) AS detail
      FROM accounts
      CROSS JOIN LATERAL (SELECT coalesce(sum(amount), 0) AS journal FROM journal WHERE user_id = accounts.user_id) AS sums
      WHERE user_id = ANY(${userIds}::bigint[]) AND balance <> journal
    `.execute(db);
    return rows;
  },
};
