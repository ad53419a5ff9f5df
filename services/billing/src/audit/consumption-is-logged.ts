import type { Database } from '@switchyard/db';
import { type RawBuilder, sql } from 'kysely';
import { notLogged } from '../ledger/write.ts';
import type { Finding, Invariant } from './invariant.ts';

/**
 * Requests from before the log was last cleaned, or from while it was switched off, are left out. Who has as many charges as rows of the log, with equal
 * digests, is not compared request by request: that costs several times as much.
 */
export const consumptionIsLogged: Invariant = {
  name: 'consumption-is-logged',
  says: 'Every request in the journal has one log row of the same charge, and every charged log row is in the journal.',
  async check({ db }, { userIds, since = new Date(0), until = 'infinity' }) {
    const horizon = await sql<{ since: Date }>`
      SELECT greatest(cleaned_before, ${since}::timestamptz) AS since FROM usage_log_horizon
    `.execute(db);
    const began = sql`created_at >= ${horizon.rows[0]?.since} AND created_at < ${until}`;
    return differences(db, await usersThatDiffer(db, userIds, began), began);
  },
};

async function usersThatDiffer(db: Database, userIds: readonly number[], began: RawBuilder<unknown>) {
  const { rows } = await sql<{ user_id: number }>`
    WITH posted AS (
      SELECT user_id, count(*) AS requests, bit_xor(hashtextextended(reference, -amount)) AS digest
      FROM journal WHERE ${charges(userIds, began)} GROUP BY user_id
    ),
    logged AS (
      SELECT user_id, count(*) AS requests, bit_xor(hashtextextended(request_id, quota)) AS digest
      FROM usage_log WHERE ${chargedRows(userIds, began)} GROUP BY user_id
    )
    SELECT user_id FROM posted FULL JOIN logged USING (user_id)
    WHERE (posted.requests, posted.digest) IS DISTINCT FROM (logged.requests, logged.digest)
  `.execute(db);
  return rows.map((row) => row.user_id);
}

/** Both sides are read by user before they are joined: Postgres would else go through the journal of everybody, in the hope of a thousand findings. */
async function differences(
  db: Database,
  userIds: readonly number[],
  began: RawBuilder<unknown>,
): Promise<readonly Finding[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<Finding>`
    WITH posted AS MATERIALIZED (
      SELECT reference, user_id, -amount AS charge FROM journal WHERE ${charges(userIds, began)}
    ),
    logged AS MATERIALIZED (
      SELECT request_id, min(user_id) AS user_id, sum(quota) AS quota, count(*) AS copies
      FROM usage_log WHERE ${chargedRows(userIds, began)} GROUP BY request_id
    )
    SELECT coalesce(posted.user_id, logged.user_id) AS "userId",
           format('request %s: journal %s, log %s (%s rows)', coalesce(reference, request_id),
                  coalesce(charge::text, 'none'), coalesce(quota::text, 'none'), coalesce(copies, 0)) AS detail
    FROM posted FULL JOIN logged ON reference = request_id
    WHERE reference IS NULL OR request_id IS NULL OR charge <> quota OR copies > 1
    LIMIT 1000
  `.execute(db);
  return rows;
}

function charges(userIds: readonly number[], began: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`kind = 'consume' AND note <> ${notLogged} AND user_id = ANY(${userIds}::bigint[]) AND ${began}`;
}

function chargedRows(userIds: readonly number[], began: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`type = 2 AND user_id = ANY(${userIds}::bigint[]) AND ${began}`;
}
