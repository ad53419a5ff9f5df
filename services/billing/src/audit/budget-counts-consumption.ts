import { sql } from 'kysely';
import type { Finding, Invariant } from './invariant.ts';

/**
 * Only of the day: the month is counted by the same statements, and is long. A day is long enough to be left to looks at
 * everything: a budget is a limit and moves no money.
 */
export const budgetCountsConsumption: Invariant = {
  name: 'budget-counts-consumption',
  says: 'What the daily budget of a key has counted is the consumption of requests that began on that day, less their refunds.',
  async check({ db }, { userIds, since }) {
    if (since !== undefined) return [];
    const { rows } = await sql<Finding>`
      WITH counted AS (
        SELECT id AS token_id, user_id, used_day, daily_used FROM tokens
        WHERE user_id = ANY(${userIds}::bigint[]) AND used_day <> ''
      ),
      days AS (SELECT DISTINCT user_id, used_day, (used_day || 'T00:00Z')::timestamptz AS midnight FROM counted),
      spent AS (
        SELECT charge.token_id, used_day, -sum(charge.amount + coalesce(refund.amount, 0)) AS consumed
        FROM days
        JOIN journal AS charge ON charge.kind = 'consume' AND charge.user_id = days.user_id
          AND charge.created_at >= midnight AND charge.created_at < midnight + interval '24 hours'
        LEFT JOIN journal AS refund ON refund.kind = 'refund' AND refund.reference = charge.reference
        GROUP BY charge.token_id, used_day
      )
      SELECT user_id AS "userId",
             format('token %s on %s: counted %s, consumed %s', token_id, used_day, daily_used, coalesce(consumed, 0)) AS detail
      FROM counted LEFT JOIN spent USING (token_id, used_day)
      WHERE daily_used <> coalesce(consumed, 0)
    `.execute(db);
    return rows;
  },
};
