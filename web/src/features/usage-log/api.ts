import useSWR from 'swr';
import { type Page, withQuery } from '../../lib/http.ts';

export const logType = {
  unknown: 0,
  topUp: 1,
  consumption: 2,
  management: 3,
  system: 4,
  failed: 5,
  refund: 6,
} as const;

export interface LogRow {
  readonly id: number;
  /** Unix seconds. */
  readonly created_at: number;
  readonly type: number;
  readonly username: string;
  readonly token_name: string;
  readonly group: string;
  readonly model_name: string;
  readonly quota: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  /** Seconds. */
  readonly use_time: number;
  readonly is_stream: boolean;
  /** Administrators only. */
  readonly channel?: number;
  /** Administrators only. */
  readonly channel_name?: string;
  readonly request_id: string;
  readonly ip: string;
  readonly status?: number;
  readonly content: string;
  /** JSON text; see log-other.ts. */
  readonly other: string;
}

export interface LogStat {
  readonly quota: number;
  readonly rpm: number;
  readonly tpm: number;
}

/** What the log is narrowed by. Times in unix seconds; 0 and blank mean everything. */
export interface LogFilter {
  readonly start: number;
  readonly end: number;
  readonly type: number;
  readonly token: string;
  readonly model: string;
  readonly group: string;
  readonly channel: string;
  readonly username: string;
}

function parametersOf(filter: LogFilter, administrator: boolean) {
  return {
    type: filter.type,
    token_name: filter.token,
    model_name: filter.model,
    group: filter.group,
    start_timestamp: filter.start,
    end_timestamp: filter.end,
    ...(administrator ? { username: filter.username, channel: filter.channel } : {}),
  };
}

export function useLog(filter: LogFilter, page: number, pageSize: number, administrator: boolean) {
  const path = administrator ? '/api/log/' : '/api/log/self/';
  return useSWR<Page<LogRow>>(
    withQuery(path, { p: page, page_size: pageSize, ...parametersOf(filter, administrator) }),
  );
}

export function useLogStat(filter: LogFilter, administrator: boolean) {
  const path = administrator ? '/api/log/stat' : '/api/log/self/stat';
  return useSWR<LogStat>(withQuery(path, parametersOf(filter, administrator)));
}
