import type { Database } from '@switchyard/db';
import { sql } from 'kysely';
import { type LogFilter, matching } from './filter.ts';

const rowsPerPage = 1000;

/**
 * All rows that match, newest first, whatever their number. Each page is a query of its own that starts behind the last
 * row: a slow reader holds neither memory nor a connection. Rows written meanwhile are left out.
 */
export async function* readAll(db: Database, filter: LogFilter): AsyncGenerator<ExportRow> {
  let last: { readonly time: string; readonly id: number } | undefined;
  const fixed = { ...filter, before: filter.before ?? new Date(Date.now() + 1) };
  for (;;) {
    const rows = await pageBehind(db, fixed, last).execute();
    yield* rows;
    const end = rows.at(-1);
    if (!end || rows.length < rowsPerPage) return;
    last = { time: end.exact_time, id: end.id };
  }
}

/** A row of the log but for `other`, which is most of its size. */
export type ExportRow = Awaited<ReturnType<ReturnType<typeof pageBehind>['execute']>>[number];

function pageBehind(db: Database, filter: LogFilter, last: { readonly time: string; readonly id: number } | undefined) {
  const page = db
    .selectFrom('usage_log')
    .where(matching(filter))
    .select(['id', 'created_at', 'type', 'username', 'token_name', 'group', 'model', 'quota', 'prompt_tokens'])
    .select(['completion_tokens', 'duration_ms', 'first_byte_ms', 'stream', 'status', 'request_id', 'ip', 'content'])
    .select('channel_id')
    .select((on) =>
      on.selectFrom('channels').select('name').whereRef('channels.id', '=', 'channel_id').as('channel_name'),
    )
    // As text: a Date has no microseconds, and rows between would be lost.
    .select(sql<string>`created_at::text`.as('exact_time'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(rowsPerPage);
  return last ? page.where(sql<boolean>`(created_at, id) < (${last.time}::timestamptz, ${last.id})`) : page;
}
