import type { Database } from '@switchyard/db';
import { type RawBuilder, sql } from 'kysely';
import { journalRows } from './journal-sums.ts';

/*
 * Sums of what was written before a time, kept per user and key, so that a look each minute reads only what is younger. Only a
 * shortcut: what changes a row from before makes a sum wrong, then the second look reads everything and the sums of that user
 * are forgotten. Changes that cancel each other out are for the nightly look.
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
      SELECT behind.user_id, entries.*, 0
      FROM behind CROSS JOIN LATERAL (${written(sql`behind`, before)}) AS entries
      UNION ALL
      SELECT behind.user_id, token_id, 0, 0, 0, rolled_up
      FROM behind CROSS JOIN LATERAL (
        SELECT token_id, sum(quota) AS rolled_up FROM usage_hourly
        WHERE user_id = behind.user_id
          AND hour >= ${hourOf(sql`behind.before`)} AND hour < ${hourOf(sql`${before}::timestamptz`)}
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

/** Journal rows of the user of `mark` that were written since its time. Each kind has an index of its own. */
function written(mark: RawBuilder<unknown>, until: Date | 'infinity'): RawBuilder<unknown> {
  const within = (time: RawBuilder<unknown>) =>
    sql`user_id = ${mark}.user_id AND ${time} >= ${mark}.before AND ${time} < ${until}`;
  return sql`
    ${journalRows(sql`late_at IS NULL AND ${within(sql`created_at`)}`)}
    UNION ALL ${journalRows(within(sql`late_at`))}
  `;
}

/**
 * The roll-up knows hours only, by when requests began: of it whole hours are kept, and not at once, for requests that began
 * in one may end in the next.
 */
function hourOf(time: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`date_trunc('hour', ${time} - interval '15 minutes', 'UTC')`;
}

export async function forgetSums(db: Database, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  await db.deleteFrom('audit_sums').where('user_id', 'in', userIds).execute();
}

/**
 * Users one of whose figures is not what the kept sums and what is younger add up to. In one statement, so that everything is of one moment,
 * and the journal is read once for all invariants on sums.
 */
export async function usersOffTheirSums(db: Database, userIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    WITH mark AS (SELECT * FROM audit_sums WHERE user_id = ANY(${userIds}::bigint[])),
    reader AS (SELECT user_id, before FROM mark WHERE token_id = 0),
    keys AS MATERIALIZED (
      SELECT user_id, token_id, sum(amount) AS amount, sum(consumed) AS consumed, sum(requests) AS requests, sum(rolled_up) AS rolled_up
      FROM (
        SELECT user_id, token_id, amount, consumed, requests, rolled_up FROM mark
        UNION ALL
        SELECT reader.user_id, entries.*, 0
        FROM reader CROSS JOIN LATERAL (${written(sql`reader`, 'infinity')}) AS entries
        UNION ALL
        SELECT reader.user_id, usage_hourly.token_id, 0, 0, 0, quota
        FROM reader JOIN usage_hourly ON usage_hourly.user_id = reader.user_id AND hour >= ${hourOf(sql`reader.before`)}
      ) AS parts
      GROUP BY user_id, token_id
    ),
    totals AS (
      SELECT user_id, sum(amount) AS amount, sum(consumed) AS consumed, sum(requests) AS requests, sum(rolled_up) AS rolled_up
      FROM keys GROUP BY user_id
    )
    SELECT user_id FROM accounts LEFT JOIN totals USING (user_id)
    WHERE user_id = ANY(${userIds}::bigint[]) AND (
      amount IS NULL OR balance <> amount OR used_quota <> consumed OR used_quota <> rolled_up
      OR request_count <> requests + brought_requests
    )
    UNION
    SELECT tokens.user_id FROM tokens LEFT JOIN keys ON token_id = id AND keys.user_id = tokens.user_id
    WHERE tokens.user_id = ANY(${userIds}::bigint[]) AND used_quota <> coalesce(consumed, 0)
  `.execute(db);
  return rows.map((row) => row.user_id);
}
