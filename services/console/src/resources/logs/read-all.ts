import type { Database } from '@switchyard/db';
import { sql } from 'kysely';
import type { LogFilter } from './filter.ts';
import { type LogRow, newestFirst } from './repository.ts';

const rowsPerPage = 1000;

/**
 * All rows that match, newest first, whatever their number. Each page is a query of its own that starts behind the last
 * row: a slow reader holds neither memory nor a connection. Rows written meanwhile are left out.
 */
export async function* readAll(db: Database, filter: LogFilter): AsyncGenerator<LogRow> {
  let last: { readonly time: string; readonly id: number } | undefined;
  const before = filter.before ?? new Date(Date.now() + 1);
  for (;;) {
    // As text: a Date has no microseconds, and rows between would be lost.
    let query = newestFirst(db, { ...filter, before }).select(sql<string>`created_at::text`.as('exact_time'));
    if (last) query = query.where(sql<boolean>`(created_at, id) < (${last.time}::timestamptz, ${last.id})`);
    const rows = await query.limit(rowsPerPage).execute();
    yield* rows;
    const end = rows.at(-1);
    if (!end || rows.length < rowsPerPage) return;
    last = { time: end.exact_time, id: end.id };
  }
}
