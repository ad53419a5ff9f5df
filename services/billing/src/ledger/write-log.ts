import { copyInto, type Schema } from '@switchyard/db';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Changes, LogEntry } from './changes.ts';
import { contentOf } from './content.ts';
import { timeRangeOf } from './time-range.ts';

/** Writes the log rows of new requests, and of those that went on since their row was written. */
export async function writeLog(trx: Transaction<Schema>, { newLogRows, changedLogRows }: Changes): Promise<void> {
  await insertRows(trx, newLogRows);
  if (changedLogRows.length > 0) await updateRows(trx, changedLogRows);
}

async function insertRows(trx: Transaction<Schema>, rows: readonly LogEntry[]): Promise<void> {
  await copyInto(trx, 'usage_log', rows, {
    created_at: ({ record }) => new Date(record.timeMs),
    request_id: ({ record }) => record.id,
    user_id: ({ record }) => record.userId,
    username: ({ record }) => record.username,
    token_id: ({ record }) => record.tokenId,
    token_name: ({ record }) => record.tokenName,
    stream: ({ record }) => record.stream,
    ip: ({ record }) => record.ip,
    type: ({ type }) => type,
    quota: ({ record }) => record.charged.quota,
    group: ({ record }) => record.charged.group,
    model: ({ record }) => record.charged.model,
    channel_id: ({ record }) => record.charged.channelId,
    prompt_tokens: ({ record }) => record.charged.promptTokens,
    completion_tokens: ({ record }) => record.charged.completionTokens,
    status: ({ record }) => record.course.status,
    duration_ms: ({ record }) => record.course.durationMs,
    first_byte_ms: ({ record }) => record.course.firstByteMs,
    content: contentOf,
    other: otherOf,
  });
}

async function updateRows(trx: Transaction<Schema>, rows: Changes['changedLogRows']): Promise<void> {
  await sql`
    UPDATE usage_log
    SET type = row.type, quota = row.quota, "group" = row."group", model = row.model, channel_id = row.channel_id,
        prompt_tokens = row.prompt_tokens, completion_tokens = row.completion_tokens, status = row.status,
        duration_ms = row.duration_ms, first_byte_ms = row.first_byte_ms, content = row.content, other = row.other
    FROM unnest(${times(rows)}, ${rows.map(({ logId }) => logId)}::bigint[], ${changing(rows)})
      AS row (created_at, id, type, quota, "group", model, channel_id, prompt_tokens, completion_tokens, status,
              duration_ms, first_byte_ms, content, other)
    WHERE usage_log.created_at BETWEEN ${timeRangeOf(rows.map(({ record }) => record))}
      AND usage_log.created_at = row.created_at AND usage_log.id = row.id
  `.execute(trx);
}

function times(rows: readonly LogEntry[]): RawBuilder<unknown> {
  return sql`${rows.map(({ record }) => new Date(record.timeMs))}::timestamptz[]`;
}

/** The columns that may still change while a request goes on. */
function changing(rows: readonly LogEntry[]): RawBuilder<unknown> {
  const charged = rows.map(({ record }) => record.charged);
  const courses = rows.map(({ record }) => record.course);
  return sql.join([
    sql`${rows.map(({ type }) => type)}::smallint[]`,
    sql`${charged.map(({ quota }) => quota)}::bigint[]`,
    sql`${charged.map(({ group }) => group)}::text[]`,
    sql`${charged.map(({ model }) => model)}::text[]`,
    sql`${charged.map(({ channelId }) => channelId)}::bigint[]`,
    sql`${charged.map(({ promptTokens }) => promptTokens)}::bigint[]`,
    sql`${charged.map(({ completionTokens }) => completionTokens)}::bigint[]`,
    sql`${courses.map(({ status }) => status)}::smallint[]`,
    sql`${courses.map(({ durationMs }) => durationMs)}::bigint[]`,
    sql`${courses.map(({ firstByteMs }) => firstByteMs)}::bigint[]`,
    sql`${rows.map(contentOf)}::text[]`,
    sql`${rows.map(otherOf)}::json[]`,
  ]);
}

function otherOf({ record }: LogEntry): string {
  return JSON.stringify({ ...record.charged.details, ...record.course.details });
}
