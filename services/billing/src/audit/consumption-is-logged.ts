import { sql } from 'kysely';
import { notLogged } from '../ledger/write.ts';
import type { Finding, Invariant } from './invariant.ts';

/**
 * Requests from before the log was last cleaned, or from while it was switched off, are left out. That time is read before, and both sides
 * are read by user before they are joined: Postgres would else go through the journal of everybody, in the hope of a thousand findings.
 */
export const consumptionIsLogged: Invariant = {
  name: 'consumption-is-logged',
  says: 'Every request in the journal has one log row of the same charge, and every charged log row is in the journal.',
  async check({ db }, { userIds, since = new Date(0), until = 'infinity' }) {
    const horizon = await sql<{ since: Date }>`
      SELECT greatest(cleaned_before, ${since}::timestamptz) AS since FROM usage_log_horizon
    `.execute(db);
    const began = sql`created_at >= ${horizon.rows[0]?.since} AND created_at < ${until}`;
    const { rows } = await sql<Finding>`
      WITH posted AS MATERIALIZED (
        SELECT reference, user_id, -amount AS charge FROM journal
        WHERE kind = 'consume' AND note <> ${notLogged} AND user_id = ANY(${userIds}::bigint[])
          AND ${began}
      ),
      logged AS MATERIALIZED (
        SELECT request_id, min(user_id) AS user_id, sum(quota) AS quota, count(*) AS copies FROM usage_log
        WHERE type = 2 AND user_id = ANY(${userIds}::bigint[])
          AND ${began}
        GROUP BY request_id
      )
      SELECT coalesce(posted.user_id, logged.user_id) AS "userId",
             format('request %s: journal %s, log %s (%s rows)', coalesce(reference, request_id),
                    coalesce(charge::text, 'none'), coalesce(quota::text, 'none'), coalesce(copies, 0)) AS detail
      FROM posted FULL JOIN logged ON reference = request_id
      WHERE reference IS NULL OR request_id IS NULL OR charge <> quota OR copies > 1
      LIMIT 1000
    `.execute(db);
    return rows;
  },
};
