import { sql } from 'kysely';
import type { Finding, Invariant } from './invariant.ts';

export const rollUpIsConsumption: Invariant = {
  name: 'roll-up-is-consumption',
  says: 'The hourly roll-up of an account adds up to its used quota.',
  async check({ db }, { userIds }) {
    const { rows } = await sql<Finding>`
      SELECT user_id AS "userId", format('used %s, roll-up %s', used_quota, rolled_up) AS detail
      FROM accounts
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(quota), 0) AS rolled_up FROM usage_hourly WHERE user_id = accounts.user_id
      ) AS sums
      WHERE user_id = ANY(${userIds}::bigint[]) AND used_quota <> rolled_up
    `.execute(db);
    return rows;
  },
};
