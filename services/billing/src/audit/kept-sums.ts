import type { Database } from '@switchyard/db';
import { type RawBuilder, sql } from 'kysely';
import type { Subjects } from './invariant.ts';

/*
 * Sums of what lies before a time, kept per user and key, so that a look each minute reads only what is younger. Only a
 * shortcut: what comes late or changes what lies before makes a sum wrong, then the second look reads everything and the
 * sums of that user are forgotten. Changes that cancel each other out are for the nightly look.
 */

/** Brings the sums of the users up to `before`; of who has none everything from before is read. */
export async function keepSums(db: Database, userIds: readonly number[], before: Date): Promise<void> {
  await sql`
    WITH behind AS (
      SELECT subject.user_id, coalesce(mark.before, '-infinity') AS before
      FROM unnest(${userIds}::bigint[]) AS subject (user_id)
      LEFT JOIN audit_sums AS mark ON mark.user_id = subject.user_id AND mark.token_id = 0
      WHERE mark.before IS NULL OR mark.before < ${before}
    ),
    parts AS (
      SELECT user_id, 0 AS token_id, 0 AS amount, 0 AS consumed, 0 AS requests, 0 AS rolled_up FROM behind
      UNION ALL
      SELECT user_id, token_id, amount, consumed, requests, rolled_up
      FROM audit_sums WHERE user_id IN (SELECT user_id FROM behind)
      UNION ALL
      SELECT behind.user_id, journal.*, 0
      FROM behind CROSS JOIN LATERAL (
        ${journalRows(sql`user_id = behind.user_id AND created_at >= behind.before AND created_at < ${before}`)}
      ) AS journal
      UNION ALL
      SELECT behind.user_id, token_id, 0, 0, 0, rolled_up
      FROM behind CROSS JOIN LATERAL (
        SELECT token_id, sum(quota) AS rolled_up FROM usage_hourly
        WHERE user_id = behind.user_id AND hour >= behind.before AND hour < ${before}
        GROUP BY token_id
      ) AS hourly
    )
    INSERT INTO audit_sums (user_id, token_id, before, amount, consumed, requests, rolled_up)
    SELECT user_id, token_id, ${before}, sum(amount), sum(consumed), sum(requests), sum(rolled_up)
    FROM parts GROUP BY user_id, token_id ORDER BY user_id, token_id
    ON CONFLICT (user_id, token_id) DO UPDATE SET
      before = excluded.before, amount = excluded.amount, consumed = excluded.consumed,
      requests = excluded.requests, rolled_up = excluded.rolled_up
  `.execute(db);
}

export async function forgetSums(db: Database, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  await db.deleteFrom('audit_sums').where('user_id', 'in', userIds).execute();
}

/** Rows of user_id, token_id (0: none), amount, consumed and requests: the journal of each key. */
export function journalSums({ userIds, since }: Subjects): RawBuilder<unknown> {
  if (since === undefined) {
    return sql`
      SELECT user_id, journal.* FROM unnest(${userIds}::bigint[]) AS subject (user_id)
      CROSS JOIN LATERAL (${journalRows(sql`user_id = subject.user_id`)}) AS journal
    `;
  }
  return sql`
    SELECT user_id, token_id, sum(amount) AS amount, sum(consumed) AS consumed, sum(requests) AS requests
    FROM (
      SELECT user_id, token_id, amount, consumed, requests FROM audit_sums WHERE user_id = ANY(${userIds}::bigint[])
      UNION ALL
      SELECT mark.user_id, journal.*
      FROM audit_sums AS mark
      CROSS JOIN LATERAL (${journalRows(sql`user_id = mark.user_id AND created_at >= mark.before`)}) AS journal
      WHERE mark.user_id = ANY(${userIds}::bigint[]) AND mark.token_id = 0
    ) AS parts
    GROUP BY user_id, token_id
  `;
}

/** Rows of user_id and rolled_up: the roll-up by the hour. */
export function hourlySums({ userIds, since }: Subjects): RawBuilder<unknown> {
  if (since === undefined) {
    return sql`
      SELECT user_id, sum(quota) AS rolled_up FROM usage_hourly WHERE user_id = ANY(${userIds}::bigint[]) GROUP BY user_id
    `;
  }
  return sql`
    SELECT user_id, sum(rolled_up) AS rolled_up
    FROM (
      SELECT user_id, rolled_up FROM audit_sums WHERE user_id = ANY(${userIds}::bigint[])
      UNION ALL
      SELECT mark.user_id, quota
      FROM audit_sums AS mark JOIN usage_hourly ON usage_hourly.user_id = mark.user_id AND hour >= mark.before
      WHERE mark.user_id = ANY(${userIds}::bigint[]) AND mark.token_id = 0
    ) AS parts
    GROUP BY user_id
  `;
}

/** The sums of each key over rows of one user. */
function journalRows(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    SELECT coalesce(token_id, 0) AS token_id, sum(amount) AS amount,
           coalesce(-sum(amount) FILTER (WHERE kind IN ('consume', 'refund')), 0) AS consumed,
           count(*) FILTER (WHERE kind = 'consume') AS requests
    FROM journal WHERE ${condition} GROUP BY 1
  `;
}
