import type { Schema } from '@switchyard/db';
import { sql, type Transaction } from 'kysely';
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
  const { rows } = await sql<Row>`
    SELECT e.id AS request_id, e.time_ms, j.user_id AS posted_user, j.token_id AS posted_token, -j.amount AS posted_quota,
           l.id AS log_id, l.user_id, l.username, l.token_id, l.token_name, l.stream, l.ip, l.quota, l."group", l.model,
           l.channel_id, l.prompt_tokens, l.completion_tokens, l.status, l.duration_ms, l.first_byte_ms, l.other
    FROM unnest(
           ${requests.map(({ id }) => id)}::text[],
           ${requests.map(({ timeMs }) => timeMs)}::bigint[],
           ${requests.map(({ timeMs }) => new Date(timeMs))}::timestamptz[]
         ) AS e (id, time_ms, time)
    LEFT JOIN journal j ON j.kind = 'consume' AND j.reference = e.id
    LEFT JOIN usage_log l ON l.request_id = e.id AND l.created_at = e.time AND l.request_id <> '' AND l.type IN (2, 5)
    WHERE j.reference IS NOT NULL OR l.id IS NOT NULL
  `.execute(trx);
  return new Map(rows.map((row) => [row.request_id, knownOf(row)]));
}

function knownOf(row: Row): Known {
  return {
    ...(row.posted_user === null
      ? {}
      : { posted: { userId: row.posted_user, tokenId: row.posted_token ?? 0, quota: row.posted_quota } }),
    ...(row.log_id === null ? {} : { logged: { logId: row.log_id, record: recordOf(row) } }),
  };
}

function recordOf(row: Row): UsageRecord {
  const { ended, error, frt, admin_info, ...details } = row.other;
  return {
    id: row.request_id,
    timeMs: row.time_ms,
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

interface Row {
  request_id: string;
  time_ms: number;
  posted_user: number | null;
  posted_token: number | null;
  posted_quota: number;
  log_id: number | null;
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
