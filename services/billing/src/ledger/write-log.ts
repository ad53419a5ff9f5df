import type { Schema } from '@switchyard/db';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Changes, LogEntry } from './changes.ts';
import { contentOf } from './content.ts';

/** Writes the log rows of new requests, and of those that went on since their row was written. */
export async function writeLog(trx: Transaction<Schema>, { newLogRows, changedLogRows }: Changes): Promise<void> {
  if (newLogRows.length > 0) await insertRows(trx, newLogRows);
  if (changedLogRows.length > 0) await updateRows(trx, changedLogRows);
}

async function insertRows(trx: Transaction<Schema>, rows: Changes['newLogRows']): Promise<void> {
  const records = rows.map(({ record }) => record);
  await sql`
    INSERT INTO usage_log
      (created_at, request_id, user_id, username, token_id, token_name, stream, ip,
       type, quota, "group", model, channel_id, prompt_tokens, completion_tokens, status, duration_ms, first_byte_ms,
       content, other)
    SELECT * FROM unnest(
      ${times(rows)},
      ${records.map(({ id }) => id)}::text[],
      ${records.map(({ userId }) => userId)}::bigint[],
      ${records.map(({ username }) => username)}::text[],
      ${records.map(({ tokenId }) => tokenId)}::bigint[],
      ${records.map(({ tokenName }) => tokenName)}::text[],
      ${records.map(({ stream }) => stream)}::boolean[],
      ${records.map(({ ip }) => ip)}::text[],
      ${changing(rows)}
    )
  `.execute(trx);
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
    WHERE usage_log.created_at = row.created_at AND usage_log.id = row.id
  `.execute(trx);
}

function times(rows: readonly LogEntry[]): RawBuilder<unknown> {
  return sql`${rows.map(({ record }) => new Date(record.timeMs))}::timestamptz[]`;
}

/** The columns that may still change while a request goes on, in the order of both statements. */
function changing(rows: readonly LogEntry[]): RawBuilder<unknown> {
  const charged = rows.map(({ record }) => record.charged);
  const courses = rows.map(({ record }) => record.course);
  const others = rows.map(({ record }) => JSON.stringify({ ...record.charged.details, ...record.course.details }));
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
    sql`${others}::jsonb[]`,
  ]);
}
