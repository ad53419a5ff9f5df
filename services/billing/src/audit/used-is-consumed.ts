import { sql } from 'kysely';
import type { Finding, Invariant } from './invariant.ts';

export const usedIsConsumed: Invariant = {
  name: 'used-is-consumed',
  says: 'Used quota and request count of an account are those of its consumption in the journal.',
  async check({ db }, { userIds }) {
    const { rows } = await sql<Finding>`
      SELECT user_id AS "userId",
             format('used %s, consumed %s; requests %s, journaled %s', used_quota, consumed, request_count, requests) AS detail
      FROM accounts
      CROSS JOIN LATERAL (
        SELECT -coalesce(sum(amount), 0) AS consumed, count(*) AS requests
        FROM journal WHERE user_id = accounts.user_id AND kind = 'consume'
      ) AS sums
      WHERE user_id = ANY(${userIds}::bigint[]) AND (used_quota <> consumed OR request_count <> requests)
    `.execute(db);
    return rows;
  },
};
