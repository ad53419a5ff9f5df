import type { LogReceipt, LogStat, LogView } from '@switchyard/console/calls';
import useSWR from 'swr';
import { downloadFile } from '../../lib/download.ts';
import { type Page, send, withQuery } from '../../lib/http.ts';
import { polled } from '../../lib/polled.ts';

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

/** How a charge comes about, computed again by the server from the row. */
export type Receipt = Readonly<LogReceipt>;

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
  /** Rows of so much quota or more. */
  readonly minQuota: number;
}

const listOf = (administrator: boolean) => (administrator ? '/api/log/' : '/api/log/self/');

function parametersOf(filter: LogFilter, administrator: boolean) {
  return {
    type: filter.type,
    token_name: filter.token,
    model_name: filter.model,
    group: filter.group,
    start_timestamp: filter.start,
    end_timestamp: filter.end,
    min_quota: filter.minQuota,
    ...(administrator ? { username: filter.username, channel: filter.channel } : {}),
  };
}

export function useLog(filter: LogFilter, page: number, pageSize: number, administrator: boolean) {
  return useSWR<Page<LogRow>>(
    withQuery(listOf(administrator), { p: page, page_size: pageSize, ...parametersOf(filter, administrator) }),
  );
}

/** Never those of another filter. */
export function useLogStat(filter: LogFilter, administrator: boolean, refreshIntervalMs: number) {
  const path = administrator ? '/api/log/stat' : '/api/log/self/stat';
  return useSWR<LogStat>(withQuery(path, parametersOf(filter, administrator)), {
    ...polled(refreshIntervalMs),
    keepPreviousData: false,
  });
}

/** The newest rows of a filter, as many as the server gives at once. */
export async function readNewest(filter: LogFilter, administrator: boolean): Promise<readonly LogRow[]> {
  const query = { p: 1, page_size: 100, ...parametersOf(filter, administrator) };
  return (await send<Page<LogRow>>('GET', withQuery(listOf(administrator), query))).items;
}

/** Every row of one request: its charge, and what was given back of it. */
export function useRequest(requestId: string, administrator: boolean) {
  return useSWR<Page<LogRow>>(withQuery(listOf(administrator), { request_id: requestId, p: 1, page_size: 20 }));
}

export function useReceipt(requestId: string) {
  return useSWR<Receipt>(`/api/log/${encodeURIComponent(requestId)}/receipt`);
}

/** All rows of the filter as CSV, into a file. */
export function exportLog(
  filter: LogFilter,
  administrator: boolean,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<void> {
  const path = administrator ? '/api/log/export' : '/api/log/self/export';
  return downloadFile(withQuery(path, parametersOf(filter, administrator)), signal, onProgress);
}
