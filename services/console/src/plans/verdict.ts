import type { Measured } from './measure.ts';

/** Lists count up to 10,000 rows, and page through as many; of two filters an index may serve one. Entries counted in an index alone are cheap. */
const mostRowsRead = 100_000;
/** Times as long as with the small log. What is answered within a second differs by what else the machine does. */
const mostTimes = { rows: 20, sums: 200, matches: 1000 } as const;
const leastMs = 5;
const patienceMs = 1000;

/** Its rows have no indexes for searches yet: it is rightly read whole. */
const today = `usage_log_${new Date().toISOString().slice(0, 10).replaceAll('-', '')}`;

/** One call with the small log and with the large one. */
export interface Comparison {
  readonly small: Measured;
  readonly large: Measured;
  readonly times: number;
  /** What must not be so. */
  readonly faults: readonly string[];
}

export function compare(small: Measured, large: Measured): Comparison {
  const times = msOf(large) / Math.max(leastMs, msOf(small));
  const { reads } = large.call;
  const scans = large.plans
    .flatMap((plan) => plan.scans)
    .filter(({ how, table }) => how !== 'Seq Scan' || table !== today);
  const fetched = scans.reduce((sum, { how, rowsRead }) => sum + (how === 'Index Only Scan' ? 0 : rowsRead), 0);
  // Empty partitions, and those that the end of a count cuts short, are rightly read from their begin.
  const endless = scans.filter(
    ({ how, table, rowsRead }) => how === 'Seq Scan' && isLog(table) && rowsRead > mostRowsRead,
  );
  return {
    small,
    large,
    times,
    faults: [
      ...(large.refusal === undefined ? [] : [large.refusal]),
      ...(times > mostTimes[reads] && msOf(large) > patienceMs
        ? [`takes ${times.toFixed(1)} times as long, ${msOf(large).toFixed(0)} ms`]
        : []),
      ...(reads === 'rows' && fetched > mostRowsRead ? [`reads ${fetched} rows`] : []),
      ...endless.map(({ table }) => `reads ${table} from end to end`),
    ],
  };
}

/** Of all its queries. */
export function msOf({ plans }: Measured): number {
  return plans.reduce((sum, { ms }) => sum + ms, 0);
}

function isLog(table: string): boolean {
  return /^usage_(log|hourly$|latency$)/.test(table);
}
