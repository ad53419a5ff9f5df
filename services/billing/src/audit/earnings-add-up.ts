import { sql } from 'kysely';
import type { Finding, Invariant } from './invariant.ts';

export const earningsAddUp: Invariant = {
  name: 'earnings-add-up',
  says: 'What an inviter has earned, and has left, are sums of the earnings; what was moved to the balance is in the journal.',
  async check({ db }, { userIds }) {
    const { rows } = await sql<Finding>`
      SELECT id AS "userId",
             format('left %s of %s, earnings %s of %s; moved %s, journaled %s',
                    aff_quota, aff_history, remaining, earned, moved, journaled) AS detail
      FROM users
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(amount), 0) AS remaining,
               coalesce(sum(amount) FILTER (WHERE kind <> 'transfer'), 0) AS earned,
               -coalesce(sum(amount) FILTER (WHERE kind = 'transfer'), 0) AS moved
        FROM invite_earnings WHERE user_id = users.id
      ) AS earnings
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(amount), 0) AS journaled FROM journal WHERE user_id = users.id AND kind = 'rebate'
      ) AS received
      WHERE id = ANY(${userIds}::bigint[]) AND (aff_quota <> remaining OR aff_history <> earned OR moved <> journaled)
    `.execute(db);
    return rows;
  },
};
