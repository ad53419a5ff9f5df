import { copyInto, type Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';
import type { Changes } from './changes.ts';
import { writeHourly } from './write-hourly.ts';
import { writeLog } from './write-log.ts';
import { writeTasks } from './write-tasks.ts';

/** In the note of a journal row: the request has no log row because the option said so. */
export const notLogged = 'not logged';

/** A charge that is written so long after its request began says when it was written. Audits count on it. */
export const lateAfterMs = 30_000;

/*
 * One statement per table whatever the number of rows. Rows that other transactions change too are locked in the
 * order accounts (by the caller), tokens, channels, each by id.
 */

export async function writeChanges(trx: Transaction<Schema>, changes: Changes): Promise<void> {
  await insertPostings(trx, changes);
  await raisePostings(trx, changes);
  await updateAccounts(trx, changes);
  await updateTokens(trx, changes);
  await updateChannels(trx, changes);
  await addToHolds(trx, changes);
  await writeLog(trx, changes);
  await writeHourly(trx, changes.hourly);
  await writeTasks(trx, changes);
}

async function insertPostings(trx: Transaction<Schema>, { postings }: Changes): Promise<void> {
  const now = new Date();
  await copyInto(trx, 'journal', postings, {
    kind: () => 'consume',
    reference: ({ record }) => record.id,
    user_id: ({ record }) => record.userId,
    token_id: ({ record }) => record.tokenId,
    amount: ({ record }) => -record.charged.quota,
    created_at: ({ record }) => new Date(record.timeMs),
    late_at: ({ record }) => (now.getTime() - record.timeMs > lateAfterMs ? now : null),
    note: ({ logged }) => (logged ? '' : notLogged),
  });
}

async function raisePostings(trx: Transaction<Schema>, { raises }: Changes): Promise<void> {
  if (raises.length === 0) return;
  await sql`
    UPDATE journal SET amount = -raise.quota
    FROM unnest(
           ${raises.map(({ requestId }) => requestId)}::text[],
           ${raises.map(({ quota }) => quota)}::bigint[]
         ) AS raise (reference, quota)
    WHERE journal.kind = 'consume' AND journal.reference = raise.reference
  `.execute(trx);
}

async function updateAccounts(trx: Transaction<Schema>, { accounts }: Changes): Promise<void> {
  if (accounts.size === 0) return;
  const rows = [...accounts];
  await sql`
    UPDATE accounts
    SET balance = balance - change.quota, used_quota = used_quota + change.quota,
        request_count = request_count + change.requests, sequence = sequence + 1, changed_at = now()
    FROM unnest(
           ${rows.map(([id]) => id)}::bigint[],
           ${rows.map(([, { quota }]) => quota)}::bigint[],
           ${rows.map(([, { requests }]) => requests)}::bigint[]
         ) AS change (user_id, quota, requests)
    WHERE accounts.user_id = change.user_id
  `.execute(trx);
}

async function updateTokens(trx: Transaction<Schema>, { tokens }: Changes): Promise<void> {
  if (tokens.size === 0) return;
  const rows = [...tokens];
  await sql`
    WITH change AS (
      SELECT * FROM unnest(
        ${rows.map(([id]) => id)}::bigint[],
        ${rows.map(([, { userId }]) => userId)}::bigint[],
        ${rows.map(([, { quota }]) => quota)}::bigint[],
        ${rows.map(([, { usedAtMs }]) => new Date(usedAtMs))}::timestamptz[],
        ${rows.map(([, { periods }]) => periods.day)}::text[],
        ${rows.map(([, { periods }]) => periods.dayQuota)}::bigint[],
        ${rows.map(([, { periods }]) => periods.month)}::text[],
        ${rows.map(([, { periods }]) => periods.monthQuota)}::bigint[]
      ) AS change (id, user_id, quota, used_at, day, day_quota, month, month_quota)
    ), locked AS (
      SELECT id FROM tokens WHERE id IN (SELECT id FROM change) ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE tokens
    SET remain_quota = remain_quota - change.quota, used_quota = used_quota + change.quota,
        sequence = sequence + 1, accessed_at = greatest(accessed_at, change.used_at),
        used_day = greatest(used_day, change.day),
        daily_used = CASE WHEN used_day < change.day THEN change.day_quota
                          WHEN used_day = change.day THEN daily_used + change.day_quota ELSE daily_used END,
        used_month = greatest(used_month, change.month),
        monthly_used = CASE WHEN used_month < change.month THEN change.month_quota
                            WHEN used_month = change.month THEN monthly_used + change.month_quota ELSE monthly_used END
    FROM locked JOIN change USING (id)
    WHERE tokens.id = locked.id AND tokens.user_id = change.user_id
  `.execute(trx);
}

async function updateChannels(trx: Transaction<Schema>, { channels }: Changes): Promise<void> {
  const rows = [...channels].filter(([, { quota }]) => quota !== 0);
  if (rows.length === 0) return;
  await sql`
    WITH change AS (
      SELECT * FROM unnest(
        ${rows.map(([id]) => id)}::bigint[],
        ${rows.map(([, { quota }]) => quota)}::bigint[]
      ) AS change (id, quota)
    ), locked AS (
      SELECT id FROM channels WHERE id IN (SELECT id FROM change) ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE channels SET used_quota = used_quota + change.quota
    FROM locked JOIN change USING (id)
    WHERE channels.id = locked.id
  `.execute(trx);
}

async function addToHolds(trx: Transaction<Schema>, { holds }: Changes): Promise<void> {
  if (holds.size === 0) return;
  const rows = [...holds];
  await sql`
    INSERT INTO holds (id, user_id, journaled)
    SELECT * FROM unnest(
      ${rows.map(([id]) => id)}::text[],
      ${rows.map(([, { userId }]) => userId)}::bigint[],
      ${rows.map(([, { quota }]) => quota)}::bigint[]
    )
    ON CONFLICT (id) DO UPDATE SET journaled = holds.journaled + excluded.journaled, changed_at = now()
  `.execute(trx);
}
