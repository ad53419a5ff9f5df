import { uuidv7TimeMs } from '@switchyard/crypto';
import type { Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';
import { timeRangeOf } from './time-range.ts';
import type { ChargeDetails, CourseDetails, UsageRecord } from './usage-record.ts';

/** What the books already have of a request. */
export interface Known {
  /** The journal row; absent for a refused request, which cost nothing. */
  readonly posted?: { readonly userId: number; readonly tokenId: number; readonly quota: number };
  /** The log row; absent when old logs were cleaned. */
  readonly logged?: { readonly logId: number; readonly record: UsageRecord };
}

/** Looks the requests up in journal and log. The accounts concerned are locked, so nobody else adds to the answer. */
export async function readKnown(
  trx: Transaction<Schema>,
  requests: readonly UsageRecord[],
): Promise<Map<string, Known>> {
  const ids = requests.map(({ id }) => id);
  // Request by request: Postgres would else read a journal of up to some millions of rows in whole for each batch. Nothing moves a subquery with an OFFSET.
  const posted = await sql<PostedRow>`
    SELECT posted.* FROM unnest(${ids}::text[]) AS request (id) CROSS JOIN LATERAL (
      SELECT reference, user_id, coalesce(token_id, 0) AS token_id, -amount AS quota
      FROM journal WHERE kind = 'consume' AND reference = request.id OFFSET 0
    ) AS posted
  `.execute(trx);
  // With the time range every probe ends in one small index.
  const logged = await sql<LoggedRow>`
    SELECT request_id, id, user_id, username, token_id, token_name, stream, ip, quota, "group", model, channel_id,
           prompt_tokens, completion_tokens, status, duration_ms, first_byte_ms, other
    FROM usage_log
    WHERE request_id = ANY(${ids}::text[]) AND request_id <> '' AND type IN (2, 5)
      AND created_at BETWEEN ${timeRangeOf(requests)}
  `.execute(trx);

  const known = new Map<string, Known>();
  for (const { reference, user_id, token_id, quota } of posted.rows) {
    known.set(reference, { posted: { userId: user_id, tokenId: token_id, quota } });
  }
  for (const row of logged.rows) {
    known.set(row.request_id, { ...known.get(row.request_id), logged: { logId: row.id, record: recordOf(row) } });
  }
  return known;
}

function recordOf(row: LoggedRow): UsageRecord {
  const { ended, error, frt, admin_info, ...details } = row.other;
  return {
    id: row.request_id,
    timeMs: uuidv7TimeMs(row.request_id),
    userId: row.user_id,
    username: row.username,
    tokenId: row.token_id,
    tokenName: row.token_name,
    stream: row.stream,
    ip: row.ip,
    charged: {
      quota: row.quota,
      group: row.group,
      model: row.model,
      channelId: row.channel_id,
      promptTokens: row.prompt_tokens,
      completionTokens: row.completion_tokens,
      details,
    },
    course: {
      status: row.status,
      durationMs: row.duration_ms,
      firstByteMs: row.first_byte_ms,
      details: { ended, ...(error === undefined ? {} : { error }), frt, admin_info },
    },
  };
}

interface PostedRow {
  reference: string;
  user_id: number;
  token_id: number;
  quota: number;
}

interface LoggedRow {
  request_id: string;
  id: number;
  user_id: number;
  username: string;
  token_id: number;
  token_name: string;
  stream: boolean;
  ip: string;
  quota: number;
  group: string;
  model: string;
  channel_id: number;
  prompt_tokens: number;
  completion_tokens: number;
  status: number;
  duration_ms: number;
  first_byte_ms: number;
  other: ChargeDetails & CourseDetails;
}
