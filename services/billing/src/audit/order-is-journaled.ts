import { sql } from 'kysely';
import type { Finding, Invariant } from './invariant.ts';

/** References of orders begin with `order:` and the trade number; a refund that the processor refused is adjusted back. */
export const orderIsJournaled: Invariant = {
  name: 'order-is-journaled',
  says: 'Every credited order has one journal row of its quota, and what was taken back of it is in the journal too.',
  async check({ db }, { userIds }) {
    const { rows } = await sql<Finding>`
      WITH posted AS (
        SELECT user_id, split_part(reference, ':', 2) AS trade_no,
               count(*) FILTER (WHERE kind = 'topup') AS times,
               coalesce(sum(amount) FILTER (WHERE kind = 'topup'), 0) AS given,
               coalesce(-sum(amount) FILTER (WHERE kind <> 'topup'), 0) AS taken
        FROM journal
        WHERE user_id = ANY(${userIds}::bigint[]) AND kind IN ('topup', 'payback', 'adjust') AND reference LIKE 'order:%'
        GROUP BY user_id, trade_no
      ),
      sold AS (
        SELECT user_id, trade_no, CASE WHEN credited_at IS NULL THEN 0 ELSE 1 END AS times,
               CASE WHEN credited_at IS NULL THEN 0 ELSE quota END AS given, refunded_quota AS taken
        FROM topup_orders
        WHERE user_id = ANY(${userIds}::bigint[]) AND (credited_at IS NOT NULL OR refunded_quota <> 0)
      )
      SELECT user_id AS "userId",
             format('order %s: gives %s less %s, journal %s less %s in %s rows', trade_no, coalesce(sold.given, 0),
                    coalesce(sold.taken, 0), coalesce(posted.given, 0), coalesce(posted.taken, 0),
                    coalesce(posted.times, 0)) AS detail
      FROM posted FULL JOIN sold USING (user_id, trade_no)
      WHERE (posted.times, posted.given, posted.taken) IS DISTINCT FROM (sold.times, sold.given, sold.taken)
      LIMIT 1000
    `.execute(db);
    return rows;
  },
};
