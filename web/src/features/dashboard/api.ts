import type { ChannelHealth, DataRow, Figures, Summary } from '@switchyard/console/calls';
import useSWR from 'swr';
import { type Page, withQuery } from '../../lib/http.ts';
import { polled } from '../../lib/polled.ts';
import { useSiteStatus } from '../../lib/site-status.ts';
import type { DashboardQuery } from './dashboard-query.ts';

export type UsageFigures = Readonly<Figures>;
export type UsageSummary = Readonly<Summary>;
/** What one model, key or user used in one stretch. */
export type UsageRow = Readonly<DataRow>;
export type Health = Readonly<ChannelHealth>;

const minuteMs = 60_000;

/** Everything that the dashboard reads lies under this. */
export const dataPath = '/api/data';

function pathOf(call: '' | 'summary' | 'channels', isAdministrator: boolean): string {
  return [dataPath, ...(isAdministrator ? [] : ['self']), ...(call === '' ? [] : [call])].join('/');
}

function parametersOf({ start, end, bucket, username }: DashboardQuery, isAdministrator: boolean) {
  return {
    start_timestamp: start,
    end_timestamp: end === 0 ? undefined : end,
    bucket,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(isAdministrator ? { username } : {}),
  };
}

/** Figures follow the hour: they are read again as often as the site says, and never shown for another period. */
function useData<Data>(path: string | null) {
  const { data_export_interval: minutes } = useSiteStatus();
  return useSWR<Data>(path, { ...polled(minutes * minuteMs), keepPreviousData: false });
}

export function useSummary(query: DashboardQuery, isAdministrator: boolean) {
  return useData<UsageSummary>(withQuery(pathOf('summary', isAdministrator), parametersOf(query, isAdministrator)));
}

export type Dimension = 'model' | 'token' | 'user';

/** Usage by model, key or user. `whole`: in the longest stretches, where only the sums matter. */
export function useUsage(query: DashboardQuery, isAdministrator: boolean, dimension: Dimension, whole = false) {
  const asked = whole ? { ...query, bucket: 'week' as const } : query;
  return useData<UsageRow[]>(
    withQuery(pathOf('', isAdministrator), { ...parametersOf(asked, isAdministrator), group_by: dimension }),
  );
}

/** For administrators. */
export function useChannelHealth(query: DashboardQuery) {
  return useData<Health[]>(withQuery(pathOf('channels', true), parametersOf(query, true)));
}

/** Users whose name has the keyword in it, for administrators. */
export function useUserNames(keyword: string) {
  return useSWR<Page<{ readonly id: number; readonly username: string }>>(
    withQuery('/api/user/search', { keyword, p: 1, page_size: 20 }),
  );
}
