import type { Measured } from './measure.ts';

/** Lists of the log count up to 10,000 rows, and page through as many. Entries that are counted in an index alone are cheap. */
const mostRowsRead = 25_000;
/** Times as long as with the small log. A list reads the same however long the log is, from caches that are colder. */
const mostTimes = { rows: 8, sums: 60 } as const;
/** What is faster differs by chance. */
const leastMs = 5;

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
  const scans = large.plans.flatMap((plan) => plan.scans);
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
      ...(times > mostTimes[reads] ? [`takes ${times.toFixed(1)} times as long, ${msOf(large).toFixed(0)} ms`] : []),
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
  return table.startsWith('usage_');
}
