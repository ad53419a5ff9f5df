import { advisoryLocks, type Schema } from '@switchyard/db';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Hourly } from './hourly.ts';

/**
 * Adds differences to the hourly roll-up. Its rows belong to users whose accounts are locked, but triggers add them to sums over
 * everybody: those of rows that change before those of rows that are new, so that two transactions would lock these in different orders.
 */
export async function writeHourly(trx: Transaction<Schema>, { usage, latencies, failures }: Hourly): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${advisoryLocks.addToTotals})`.execute(trx);
  await addUsage(trx, [...usage]);
  const changedLatencies = [...latencies].filter(({ durations, firstBytes }) => durations !== 0 || firstBytes !== 0);
  await addLatencies(trx, changedLatencies);
  const changedFailures = [...failures].filter(({ requests, tries }) => requests !== 0 || tries !== 0);
  await addFailures(trx, changedFailures);
}

type Rows<Part extends 'usage' | 'latencies' | 'failures'> = (Hourly[Part] extends Iterable<infer Row> ? Row : never)[];

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

async function addLatencies(trx: Transaction<Schema>, sums: Rows<'latencies'>): Promise<void> {
  if (sums.length === 0) return;
  await sql`
    INSERT INTO usage_latency AS total (hour, user_id, channel_id, bucket, durations, first_bytes)
    SELECT * FROM unnest(
      ${places(sums)},
      ${sums.map((sum) => sum.bucket)}::smallint[],
      ${sums.map((sum) => sum.durations)}::bigint[],
      ${sums.map((sum) => sum.firstBytes)}::bigint[]
    )
    ON CONFLICT (hour, user_id, channel_id, bucket) DO UPDATE SET
      durations = total.durations + excluded.durations,
      first_bytes = total.first_bytes + excluded.first_bytes
  `.execute(trx);
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

/** The first columns of all three tables. */
function places(
  sums: readonly { readonly hourMs: number; readonly userId: number; readonly channelId: number }[],
): RawBuilder<unknown> {
  return sql`
      ${sums.map((sum) => new Date(sum.hourMs))}::timestamptz[],
      ${sums.map((sum) => sum.userId)}::bigint[],
      ${sums.map((sum) => sum.channelId)}::bigint[]`;
}
