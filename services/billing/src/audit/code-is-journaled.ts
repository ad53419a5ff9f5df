import { sql } from 'kysely';
import type { Finding, Invariant } from './invariant.ts';

export const codeIsJournaled: Invariant = {
  name: 'code-is-journaled',
  says: 'Every used redemption code has one journal row of its quota, for the user who used it, and no other code has one.',
  async check({ db }, { userIds }) {
    const { rows } = await sql<Finding>`
      WITH posted AS (
        SELECT user_id, reference, amount FROM journal
        WHERE user_id = ANY(${userIds}::bigint[]) AND kind = 'redeem'
      ),
      used AS (
        SELECT used_user_id AS user_id, 'code:' || id AS reference, quota AS amount FROM redemptions
        WHERE used_user_id = ANY(${userIds}::bigint[])
      )
      SELECT user_id AS "userId",
             format('%s: worth %s, journal %s', reference, coalesce(used.amount::text, 'nothing'),
                    coalesce(posted.amount::text, 'none')) AS detail
      FROM posted FULL JOIN used USING (user_id, reference)
      WHERE posted.amount IS DISTINCT FROM used.amount
      LIMIT 1000
    `.execute(db);
    return rows;
  },
};
