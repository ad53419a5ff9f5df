import { sql } from 'kysely';
import type { Finding, Invariant } from './invariant.ts';

/** Only of the day: the month is counted by the same statements, and is long. */
export const budgetCountsConsumption: Invariant = {
  name: 'budget-counts-consumption',
  says: 'What the daily budget of a key has counted is the consumption of requests that began on that day, less their refunds.',
  async check({ db }, { userIds }) {
    const { rows } = await sql<Finding>`
      SELECT tokens.user_id AS "userId",
             format('token %s on %s: counted %s, consumed %s', id, used_day, daily_used, consumed) AS detail
      FROM tokens
      CROSS JOIN LATERAL (
        SELECT -coalesce(sum(charge.amount + coalesce(refund.amount, 0)), 0) AS consumed
        FROM journal AS charge LEFT JOIN journal AS refund ON refund.kind = 'refund' AND refund.reference = charge.reference
        WHERE charge.kind = 'consume' AND charge.user_id = tokens.user_id AND charge.token_id = tokens.id
          AND charge.created_at >= (used_day || 'T00:00Z')::timestamptz
          AND charge.created_at < (used_day || 'T00:00Z')::timestamptz + interval '24 hours'
      ) AS spent
      WHERE tokens.user_id = ANY(${userIds}::bigint[]) AND used_day <> '' AND daily_used <> consumed
    `.execute(db);
    return rows;
  },
};
