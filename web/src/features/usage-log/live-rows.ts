import type { LogFilter, LogRow } from './api.ts';

/** What the live log shows: rows newest first, and which of them came while it was watched. */
export interface LiveRows {
  readonly rows: readonly LogRow[];
  readonly fresh: ReadonlySet<number>;
}

const MOST_ROWS = 200;
/** A row's time is when its request began; it is written when the request ends. */
const LONGEST_REQUEST_SECONDS = 600;

/** Rows that may have been written since the newest known one. */
export function sinceNewest(filter: LogFilter, { rows }: LiveRows): LogFilter {
  const newest = rows[0]?.created_at;
  const start = newest === undefined ? filter.start : Math.max(filter.start, newest - LONGEST_REQUEST_SECONDS);
  return { ...filter, start, end: 0 };
}

/** Known rows and those just read: each once, in its latest state. */
export function follow(known: LiveRows, read: readonly LogRow[]): LiveRows {
  const before = new Set(known.rows.map(({ id }) => id));
  const added = read.filter(({ id }) => !before.has(id));
  const latest = new Map([...known.rows, ...read].map((row) => [row.id, row]));
  const rows = [...latest.values()].sort((a, b) => b.created_at - a.created_at || b.id - a.id).slice(0, MOST_ROWS);
  return { rows, fresh: added.length === 0 ? known.fresh : new Set([...known.fresh, ...added.map(({ id }) => id)]) };
}
