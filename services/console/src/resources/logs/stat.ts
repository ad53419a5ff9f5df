import type { Database } from '@switchyard/db';
import { sql } from 'kysely';
import { type LogFilter, matching } from './filter.ts';

const consumption = 2;
const refund = 6;
const hourMs = 3_600_000;

/**
 * Quota over the filter less what was given back; requests and tokens of the filter's rows that began within the last
 * minute.
 */
export async function readStat(db: Database, filter: LogFilter) {
  if (filter.type !== undefined && filter.type !== consumption) return { quota: 0, rpm: 0, tpm: 0 };
  const narrowed = { ...filter, type: consumption };
  const { rpm, tpm } = await db
    .selectFrom('usage_log')
    .select((on) => on.fn.countAll<number>().as('rpm'))
    .select(sql<number>`coalesce(sum(prompt_tokens + completion_tokens), 0)`.as('tpm'))
    .where(matching(narrowed))
    .where(sql<boolean>`created_at > now() - interval '60 seconds'`)
    .executeTakeFirstOrThrow();
  const { type: _both, ...ofAnyType } = filter;
  return { quota: await sumQuota(db, ofAnyType), rpm, tpm };
}

/** Whole hours come from the roll-up; only the parts of hours at both ends are read from the log. */
async function sumQuota(db: Database, filter: LogFilter): Promise<number> {
  const { from, before } = filter;
  if (from && before && from >= before) return 0;
  // Hours know sums, not which rows were dear.
  if (filter.minQuota !== undefined) return sumLog(db, filter);
  const firstHour = from && new Date(Math.ceil(from.getTime() / hourMs) * hourMs);
  const endHour = before && new Date(Math.floor(before.getTime() / hourMs) * hourMs);
  if (firstHour && endHour && firstHour >= endHour) return sumLog(db, filter);
  const parts = [sumHours(db, filter, firstHour, endHour)];
  if (firstHour) parts.push(sumLog(db, { ...filter, before: firstHour }));
  if (endHour) parts.push(sumLog(db, { ...filter, from: endHour }));
  return (await Promise.all(parts)).reduce((sum, part) => sum + part, 0);
}

async function sumLog(db: Database, filter: LogFilter): Promise<number> {
  const { quota } = await db
    .selectFrom('usage_log')
    .select(sql<number>`coalesce(sum(CASE type WHEN ${refund} THEN -quota ELSE quota END), 0)`.as('quota'))
    .where(matching(filter))
    .where('type', 'in', [consumption, refund])
    .executeTakeFirstOrThrow();
  return quota;
}

/** Sums over everybody are kept apart: those by user are about as many as the log has rows. */
async function sumHours(db: Database, filter: LogFilter, first?: Date, end?: Date): Promise<number> {
  const { userIds, tokenIds, model, group, channelId } = filter;
  const conditions = [
    ...(userIds ? [sql`user_id = ANY(${[...userIds]}::bigint[])`] : []),
    ...(tokenIds ? [sql`token_id = ANY(${[...tokenIds]}::bigint[])`] : []),
    ...(model === undefined ? [] : [sql`model = ${model}`]),
    ...(group === undefined ? [] : [sql`"group" = ${group}`]),
    ...(channelId === undefined ? [] : [sql`channel_id = ${channelId}`]),
    ...(first ? [sql`hour >= ${first}`] : []),
    ...(end ? [sql`hour < ${end}`] : []),
    sql`true`,
  ];
  const { rows } = await sql<{ quota: number }>`
    SELECT coalesce(sum(quota), 0) AS quota FROM ${sql.table(userIds ? 'usage_hourly' : 'usage_totals')}
    WHERE ${sql.join(conditions, sql` AND `)}`.execute(db);
  return rows[0]?.quota ?? 0;
}
