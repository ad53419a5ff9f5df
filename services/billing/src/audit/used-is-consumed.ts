import { sql } from 'kysely';
import type { Finding, Invariant } from './invariant.ts';

export const usedIsConsumed: Invariant = {
  name: 'used-is-consumed',
  says: 'Used quota of an account is its consumption less its refunds in the journal, its request count that of the consumptions and of what was brought from elsewhere.',
  async check({ db }, { userIds }) {
    const { rows } = await sql<Finding>`
      SELECT user_id AS "userId",
             format('used %s, consumed %s; requests %s, journaled %s and brought %s',
                    used_quota, consumed, request_count, requests, brought_requests) AS detail
      FROM accounts
      CROSS JOIN LATERAL (
        SELECT -coalesce(sum(amount), 0) AS consumed, count(*) FILTER (WHERE kind = 'consume') AS requests
        FROM journal WHERE user_id = accounts.user_id AND kind IN ('consume', 'refund')
      ) AS sums
      WHERE user_id = ANY(${userIds}::bigint[]) AND (used_quota <> consumed OR request_count <> requests + brought_requests)
    `.execute(db);
    return rows;
  },
};
