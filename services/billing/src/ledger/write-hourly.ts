import { advisoryLocks, type Schema } from '@switchyard/db';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Hourly } from './hourly.ts';

/**
 * Adds differences to the hourly roll-up. Its rows belong to users whose accounts are locked, but for the sums over everybody. Triggers add to
 * these for rows that change before those that are new, so that two transactions would lock them in different orders.
 */
export async function writeHourly(trx: Transaction<Schema>, hourly: Hourly): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${advisoryLocks.addToTotals})`.execute(trx);
  await addUsage(trx, [...hourly.usage]);
  await addUserLatencies(trx, [...hourly.userLatencies].filter(isChanged));
  await addChannelLatencies(trx, [...hourly.channelLatencies].filter(isChanged));
  const changedFailures = [...hourly.failures].filter(({ requests, tries }) => requests !== 0 || tries !== 0);
  await addFailures(trx, changedFailures);
}

type Rows<Part extends keyof Hourly> = (Hourly[Part] extends Iterable<infer Row> ? Row : never)[];

interface Times {
  readonly durations: number;
  readonly firstBytes: number;
}

const isChanged = ({ durations, firstBytes }: Times) => durations !== 0 || firstBytes !== 0;

async function addUsage(trx: Transaction<Schema>, sums: Rows<'usage'>): Promise<void> {
  if (sums.length === 0) return;
  await sql`
    INSERT INTO usage_hourly AS total
      (hour, user_id, channel_id, token_id, model, "group", requests, errors, quota, list_quota,
       prompt_tokens, completion_tokens, cached_tokens, duration_ms, first_byte_ms)
    SELECT * FROM unnest(
      ${places(sums)},
      ${sums.map((sum) => sum.tokenId)}::bigint[],
      ${sums.map((sum) => sum.model)}::text[],
      ${sums.map((sum) => sum.group)}::text[],
      ${sums.map((sum) => sum.requests)}::bigint[],
      ${sums.map((sum) => sum.errors)}::bigint[],
      ${sums.map((sum) => sum.quota)}::bigint[],
      ${sums.map((sum) => sum.listQuota)}::bigint[],
      ${sums.map((sum) => sum.promptTokens)}::bigint[],
      ${sums.map((sum) => sum.completionTokens)}::bigint[],
      ${sums.map((sum) => sum.cachedTokens)}::bigint[],
      ${sums.map((sum) => sum.durationMs)}::bigint[],
      ${sums.map((sum) => sum.firstByteMs)}::bigint[]
    )
    ON CONFLICT (hour, user_id, token_id, channel_id, model, "group") DO UPDATE SET
      requests = total.requests + excluded.requests,
      errors = total.errors + excluded.errors,
      quota = total.quota + excluded.quota,
      list_quota = total.list_quota + excluded.list_quota,
      prompt_tokens = total.prompt_tokens + excluded.prompt_tokens,
      completion_tokens = total.completion_tokens + excluded.completion_tokens,
      cached_tokens = total.cached_tokens + excluded.cached_tokens,
      duration_ms = total.duration_ms + excluded.duration_ms,
      first_byte_ms = total.first_byte_ms + excluded.first_byte_ms
  `.execute(trx);
}

async function addUserLatencies(trx: Transaction<Schema>, sums: Rows<'userLatencies'>): Promise<void> {
  if (sums.length === 0) return;
  await sql`
    INSERT INTO usage_latency AS total (user_id, hour, bucket, durations, first_bytes)
    SELECT * FROM unnest(${sums.map((sum) => sum.userId)}::bigint[], ${times(sums)})
    ON CONFLICT (hour, user_id, channel_id, bucket) DO UPDATE SET ${raisedTimes}
  `.execute(trx);
}

async function addChannelLatencies(trx: Transaction<Schema>, sums: Rows<'channelLatencies'>): Promise<void> {
  if (sums.length === 0) return;
  const added = sql`
    unnest(${sums.map((sum) => sum.channelId)}::bigint[], ${times(sums)})
      AS added (channel_id, hour, bucket, durations, first_bytes)`;
  await sql`
    INSERT INTO usage_latency_totals AS total (hour, bucket, durations, first_bytes)
    SELECT hour, bucket, sum(durations), sum(first_bytes) FROM ${added} GROUP BY 1, 2
    ON CONFLICT (hour, bucket) DO UPDATE SET ${raisedTimes}
  `.execute(trx);
  await sql`
    INSERT INTO usage_latency_channels AS total (hour, channel_id, bucket, durations, first_bytes)
    SELECT hour, channel_id, bucket, durations, first_bytes FROM ${added}
    ON CONFLICT (hour, channel_id, bucket) DO UPDATE SET ${raisedTimes}
  `.execute(trx);
}

const raisedTimes = sql`
  durations = total.durations + excluded.durations, first_bytes = total.first_bytes + excluded.first_bytes`;

/** The last columns of all tables of times. */
function times(sums: readonly (Times & { readonly hourMs: number; readonly bucket: number })[]): RawBuilder<unknown> {
  return sql`
      ${sums.map((sum) => new Date(sum.hourMs))}::timestamptz[],
      ${sums.map((sum) => sum.bucket)}::smallint[],
      ${sums.map((sum) => sum.durations)}::bigint[],
      ${sums.map((sum) => sum.firstBytes)}::bigint[]`;
}

async function addFailures(trx: Transaction<Schema>, sums: Rows<'failures'>): Promise<void> {
  if (sums.length === 0) return;
  await sql`
    INSERT INTO usage_failures AS total (hour, user_id, channel_id, cause, requests, tries, last_try_at)
    SELECT * FROM unnest(
      ${places(sums)},
      ${sums.map((sum) => sum.cause)}::text[],
      ${sums.map((sum) => sum.requests)}::bigint[],
      ${sums.map((sum) => sum.tries)}::bigint[],
      ${sums.map((sum) => (sum.lastTryMs > 0 ? new Date(sum.lastTryMs) : null))}::timestamptz[]
    )
    ON CONFLICT (hour, user_id, channel_id, cause) DO UPDATE SET
      requests = total.requests + excluded.requests,
      tries = total.tries + excluded.tries,
      last_try_at = greatest(total.last_try_at, excluded.last_try_at)
  `.execute(trx);
}

/** The first columns of usage and failures. */
function places(
  sums: readonly { readonly hourMs: number; readonly userId: number; readonly channelId: number }[],
): RawBuilder<unknown> {
  return sql`
      ${sums.map((sum) => new Date(sum.hourMs))}::timestamptz[],
      ${sums.map((sum) => sum.userId)}::bigint[],
      ${sums.map((sum) => sum.channelId)}::bigint[]`;
}
