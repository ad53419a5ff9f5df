import { sql } from 'kysely';
import type { Finding, Invariant } from './invariant.ts';
import { journalSums } from './journal-sums.ts';

export const usedIsConsumed: Invariant = {
  name: 'used-is-consumed',
  says: 'Used quota of an account is its consumption less its refunds in the journal, its request count that of the consumptions and of what was brought from elsewhere.',
  async check({ db }, { userIds }) {
    const { rows } = await sql<Finding>`
      SELECT user_id AS "userId",
             format('used %s, consumed %s; requests %s, journaled %s and brought %s',
                    used_quota, coalesce(consumed, 0), request_count, coalesce(requests, 0), brought_requests) AS detail
      FROM accounts
      LEFT JOIN (
        SELECT user_id, sum(consumed) AS consumed, sum(requests) AS requests
        FROM (${journalSums(userIds)}) AS keys GROUP BY user_id
      ) AS sums USING (user_id)
      WHERE user_id = ANY(${userIds}::bigint[])
        AND (used_quota <> coalesce(consumed, 0) OR request_count <> coalesce(requests, 0) + brought_requests)
    `.execute(db);
    return rows;
  },
};
