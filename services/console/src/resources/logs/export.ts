import { pipeline, Readable } from 'node:stream';
import type { Database } from '@switchyard/db';
import { stringify } from 'csv-stringify';
import type { FastifyReply } from 'fastify';
import type { LogFilter } from './filter.ts';
import { type ExportRow, readAll } from './read-all.ts';

const columns = [
  'time',
  'type',
  'username',
  'token',
  'group',
  'model',
  'quota',
  'usd',
  'prompt_tokens',
  'completion_tokens',
  'seconds',
  'first_byte_seconds',
  'stream',
  'status',
  'request_id',
  'ip',
  'content',
] as const;
/** Which channel answered is the operator's matter. */
const adminColumns = ['channel', 'channel_name'] as const;

/** As a spreadsheet shows them. */
const usdDecimals = 6;

/**
 * Answers every row of the filter as CSV (RFC 4180), as a stream. With a byte order mark, without which spreadsheets do
 * not take it for UTF-8, and with texts that a spreadsheet would run as a formula made harmless.
 */
export function sendCsv(
  reply: FastifyReply,
  db: Database,
  filter: LogFilter,
  { isAdmin, quotaPerUsd }: { readonly isAdmin: boolean; readonly quotaPerUsd: number },
): FastifyReply {
  const csv = stringify({
    header: true,
    bom: true,
    columns: [...columns, ...(isAdmin ? adminColumns : [])],
    escape_formulas: true,
    record_delimiter: 'windows',
  });
  // Whichever end breaks off, the other one stops; the client sees it by the connection.
  pipeline(Readable.from(lines(db, filter, quotaPerUsd)), csv, (error) => {
    if (error) reply.log.info({ err: error }, 'an export broke off');
  });
  const day = new Date().toISOString().slice(0, 10);
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="usage-log-${day}.csv"`)
    .send(csv);
}

async function* lines(db: Database, filter: LogFilter, quotaPerUsd: number) {
  for await (const row of readAll(db, filter)) yield lineOf(row, quotaPerUsd);
}

function lineOf(
  row: ExportRow,
  quotaPerUsd: number,
): Record<(typeof columns)[number] | (typeof adminColumns)[number], string | number> {
  return {
    time: row.created_at.toISOString(),
    type: row.type,
    username: row.username,
    token: row.token_name,
    group: row.group,
    model: row.model,
    quota: row.quota,
    usd: (row.quota / quotaPerUsd).toFixed(usdDecimals),
    prompt_tokens: row.prompt_tokens,
    completion_tokens: row.completion_tokens,
    seconds: row.duration_ms / 1000,
    first_byte_seconds: row.first_byte_ms / 1000,
    stream: String(row.stream),
    status: row.status,
    request_id: row.request_id,
    ip: row.ip,
    content: row.content,
    channel: row.channel_id,
    channel_name: row.channel_name ?? '',
  };
}
