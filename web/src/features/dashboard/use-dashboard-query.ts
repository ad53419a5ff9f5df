import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSiteStatus } from '../../lib/site-status.ts';
import {
  bucketsOf,
  type DashboardQuery,
  inPeriod,
  readDashboardQuery,
  type Span,
  writeDashboardQuery,
} from './dashboard-query.ts';

/** What the dashboard shows, kept in the address so that a link shows the same. */
export function useDashboardQuery() {
  const [now, setNow] = useState(() => dayjs());
  const [search, setSearch] = useSearchParams();
  const { data_export_default_time: preferred } = useSiteStatus();
  const query = readDashboardQuery(search, now, preferred);
  const show = (next: DashboardQuery) => setSearch(writeDashboardQuery(next, now), { replace: true });
  return {
    query,
    buckets: bucketsOf(query, now),
    change: (changes: Partial<Pick<DashboardQuery, 'bucket' | 'username' | 'measure'>>) =>
      show({ ...query, ...changes }),
    showPeriod: (period: Span | readonly [Dayjs, Dayjs]) => show(inPeriod(query, period, now)),
    /** After midnight today is another day. */
    advance: () => setNow(dayjs()),
  };
}
