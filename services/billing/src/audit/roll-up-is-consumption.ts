import { sql } from 'kysely';
import type { Finding, Invariant } from './invariant.ts';

export const rollUpIsConsumption: Invariant = {
  name: 'roll-up-is-consumption',
  says: 'The hourly roll-up of an account adds up to its used quota.',
  async check({ db }, { userIds }) {
    const { rows } = await sql<Finding>`
      SELECT user_id AS "userId", format('used %s, roll-up %s', used_quota, coalesce(rolled_up, 0)) AS detail
      FROM accounts
      LEFT JOIN (
        SELECT user_id, sum(quota) AS rolled_up FROM usage_hourly WHERE user_id = ANY(${userIds}::bigint[]) GROUP BY user_id
      ) AS sums USING (user_id)
      WHERE user_id = ANY(${userIds}::bigint[]) AND used_quota <> coalesce(rolled_up, 0)
    `.execute(db);
    return rows;
  },
};
