import type { LogStat, LogView } from '@switchyard/console/calls';
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

/** A row of the log: `created_at` in unix seconds, `use_time` in seconds, `other` JSON text (see log-other.ts). */
export type LogRow = Readonly<LogView>;

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
