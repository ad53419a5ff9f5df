import { uuidv7Prefix } from '@switchyard/crypto';
import type { Database } from '@switchyard/db';
import { type RawBuilder, sql } from 'kysely';
import { journalRows } from './journal-sums.ts';
import { pagesOf } from './users.ts';

const hourMs = 3_600_000;

/*
 * Sums of what was written before a time, kept per user and key, so that a look each minute reads only what is younger. Only a
 * shortcut: what changes a row from before makes a sum wrong, then the second look reads everything and the sums of that user
 * are forgotten. Changes that cancel each other out are for the nightly look.
 */

/** Who was last summed up so long before is caught up with by user; charges of everybody are read for no longer. */
const longestReadMs = 10 * 60_000;

/** Brings the sums of the users up to `before`; of who has none everything from before is read. */
export async function keepSums(db: Database, userIds: readonly number[], before: Date): Promise<void> {
  const last = await lastKept(db, userIds, before);
  const from = last.getTime() >= before.getTime() - longestReadMs ? last : before;
  for (const page of pagesOf(userIds)) await catchUp(db, page, from);
  if (from < before) await carryOn(db, userIds, { from, until: before });
}

/** The last time, up to `before`, up to which sums of one of the users are kept. */
async function lastKept(db: Database, userIds: readonly number[], before: Date): Promise<Date> {
  const { rows } = await sql<{ last: Date | null }>`
    SELECT max(before) AS last FROM audit_sums
    WHERE user_id = ANY(${userIds}::bigint[]) AND token_id = 0 AND before <= ${before}`.execute(db);
  return rows[0]?.last ?? new Date(0);
}

/** By user: each has a time of its own from which its rows are missing. */
async function catchUp(db: Database, userIds: readonly number[], before: Date): Promise<void> {
  const behind = sql`
    SELECT subject.user_id, coalesce(mark.before, '-infinity') AS before
    FROM unnest(${userIds}::bigint[]) AS subject (user_id)
    LEFT JOIN audit_sums AS mark ON mark.user_id = subject.user_id AND mark.token_id = 0
    WHERE mark.before IS NULL OR mark.before < ${before}
  `;
  const entries = sql`
    SELECT entries.* FROM behind CROSS JOIN LATERAL (
      ${journalRows(sql`late_at IS NULL AND user_id = behind.user_id AND created_at >= behind.before AND created_at < ${before}`)}
      UNION ALL
      ${journalRows(sql`user_id = behind.user_id AND late_at >= behind.before AND late_at < ${before}`)}
    ) AS entries
  `;
  await addToSums(db, behind, entries, before);
}

/** All users at once whose sums are of the time from which on rows are missing. */
async function carryOn(db: Database, userIds: readonly number[], { from, until }: Span): Promise<void> {
  const behind = sql`
    SELECT user_id, before FROM audit_sums
    WHERE user_id = ANY(${userIds}::bigint[]) AND token_id = 0 AND before = ${from}
  `;
  await addToSums(db, behind, written(sql`behind`, { from, until }), until);
}

/** Adds entries to the sums of users who are behind, and what the roll-up has of whole hours. */
async function addToSums(
  db: Database,
  behind: RawBuilder<unknown>,
  entries: RawBuilder<unknown>,
  before: Date,
): Promise<void> {
  await sql`
    WITH behind AS (${behind}),
    parts AS (
      SELECT user_id, 0 AS token_id, 0 AS amount, 0 AS consumed, 0 AS requests, 0 AS rolled_up FROM behind
      UNION ALL
      SELECT user_id, token_id, amount, consumed, requests, rolled_up
      FROM audit_sums WHERE user_id IN (SELECT user_id FROM behind)
      UNION ALL
      SELECT entries.*, 0 FROM (${entries}) AS entries
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

interface Span {
  readonly from: Date;
  readonly until: Date;
}

/**
 * What was written within a span for the users of `readers`, by key. Ids of requests say when these began, so that charges are read in the order in
 * which they were written, for everybody at once: by user each of them lies on another page. All others are few, and have indexes of their own.
 */
function written(readers: RawBuilder<unknown>, { from, until }: Span): RawBuilder<unknown> {
  const within = (time: RawBuilder<unknown>) => sql`${time} >= ${from} AND ${time} < ${until}`;
  const charges = sql`
    kind = 'consume' AND late_at IS NULL AND ${within(sql`created_at`)}
    AND reference >= ${uuidv7Prefix(from.getTime())} AND reference < ${uuidv7Prefix(until.getTime())}
  `;
  return sql`
    SELECT charges.* FROM (
      SELECT user_id, token_id, sum(amount) AS amount, sum(consumed) AS consumed, sum(requests) AS requests
      FROM (${journalRows(charges)}) AS entries GROUP BY user_id, token_id
    ) AS charges JOIN ${readers} USING (user_id)
    UNION ALL
    SELECT others.* FROM ${readers} AS reader CROSS JOIN LATERAL (
      ${journalRows(sql`kind <> 'consume' AND late_at IS NULL AND user_id = reader.user_id AND ${within(sql`created_at`)}`)}
      UNION ALL
      ${journalRows(sql`user_id = reader.user_id AND ${within(sql`late_at`)}`)}
    ) AS others
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
  await sql`DELETE FROM audit_sums WHERE user_id = ANY(${userIds}::bigint[])`.execute(db);
}

/** Users whose sums are kept up to the same time. */
export interface Marked {
  readonly before: Date;
  readonly userIds: readonly number[];
}

/** The users by the time up to which their sums are kept: one time, unless a clock was set back or another billing's is ahead. */
export async function markedUsers(db: Database, userIds: readonly number[]): Promise<Marked[]> {
  const { rows } = await sql<Marked>`
    SELECT before, json_agg(user_id) AS "userIds" FROM audit_sums
    WHERE user_id = ANY(${userIds}::bigint[]) AND token_id = 0 GROUP BY before`.execute(db);
  return rows;
}

/**
 * Users one of whose figures is not what the sums that are kept up to `before`, and what is younger, add up to. In one statement, so that
 * everything is of one moment, and the journal is read once for all invariants on sums.
 */
export async function usersOffTheirSums(db: Database, { userIds, before }: Marked): Promise<number[]> {
  // Clocks of relays may be ahead.
  const young = { from: before, until: new Date(Math.max(before.getTime(), Date.now()) + hourMs) };
  const { rows } = await sql<{ user_id: number }>`
    WITH mark AS (SELECT * FROM audit_sums WHERE user_id = ANY(${userIds}::bigint[]) AND before = ${before}),
    reader AS (SELECT user_id FROM mark WHERE token_id = 0),
    keys AS MATERIALIZED (
      SELECT user_id, token_id, sum(amount) AS amount, sum(consumed) AS consumed, sum(requests) AS requests, sum(rolled_up) AS rolled_up
      FROM (
        SELECT user_id, token_id, amount, consumed, requests, rolled_up FROM mark
        UNION ALL
        SELECT entries.*, 0 FROM (${written(sql`reader`, young)}) AS entries
        UNION ALL
        SELECT user_id, usage_hourly.token_id, 0, 0, 0, quota
        FROM reader JOIN usage_hourly USING (user_id) WHERE hour >= ${hourOf(sql`${before}::timestamptz`)}
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
