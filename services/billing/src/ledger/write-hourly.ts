import type { Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';
import type { HourlySums } from './hourly-sums.ts';

/** Adds differences to the hourly roll-up. */
export async function writeHourly(trx: Transaction<Schema>, hourly: HourlySums): Promise<void> {
  const sums = [...hourly];
  if (sums.length === 0) return;
  await sql`
    INSERT INTO usage_hourly AS total
      (hour, user_id, token_id, channel_id, model, "group", requests, errors, quota,
       prompt_tokens, completion_tokens, cached_tokens, duration_ms, first_byte_ms)
    SELECT * FROM unnest(
      ${sums.map((sum) => new Date(sum.hourMs))}::timestamptz[],
      ${sums.map((sum) => sum.userId)}::bigint[],
      ${sums.map((sum) => sum.tokenId)}::bigint[],
      ${sums.map((sum) => sum.channelId)}::bigint[],
      ${sums.map((sum) => sum.model)}::text[],
      ${sums.map((sum) => sum.group)}::text[],
      ${sums.map((sum) => sum.requests)}::bigint[],
      ${sums.map((sum) => sum.errors)}::bigint[],
      ${sums.map((sum) => sum.quota)}::bigint[],
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
      prompt_tokens = total.prompt_tokens + excluded.prompt_tokens,
      completion_tokens = total.completion_tokens + excluded.completion_tokens,
      cached_tokens = total.cached_tokens + excluded.cached_tokens,
      duration_ms = total.duration_ms + excluded.duration_ms,
      first_byte_ms = total.first_byte_ms + excluded.first_byte_ms
  `.execute(trx);
}
