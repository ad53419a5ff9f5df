import { sql } from 'kysely';
import type { Finding, Invariant } from './invariant.ts';
import { journalSums } from './journal-sums.ts';

/** Granted + topped up + redeemed + rebates + refunds − consumed ± adjusted: the sum of the journal, whatever the kind. */
export const balanceIsJournal: Invariant = {
  name: 'balance-is-journal',
  says: 'A balance is the sum of its journal rows.',
  async check({ db }, { userIds }) {
    const { rows } = await sql<Finding>`
      SELECT user_id AS "userId", format('balance %s, journal %s', balance, coalesce(journal, 0)) AS detail
      FROM accounts
      LEFT JOIN (SELECT user_id, sum(amount) AS journal FROM (${journalSums(userIds)}) AS keys GROUP BY user_id) AS sums
        USING (user_id)
      WHERE user_id = ANY(${userIds}::bigint[]) AND balance <> coalesce(journal, 0)
    `.execute(db);
    return rows;
  },
};
