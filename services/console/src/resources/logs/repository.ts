import type { Database, Schema } from '@switchyard/db';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Page } from '../../http/page.ts';
import { type LogFilter, matching } from './filter.ts';

/** Lists end here: counting further would read the whole log. A narrower time range reaches older rows. */
export const mostRows = 10_000;

/** Fewer matches are all fetched and sorted: reading backwards until a page is full would pass everything that does not match. */
const fewRows = 1_000;
const dayMs = 86_400_000;

/** A page of the log, newest first, and how many rows there are up to `mostRows`. */
export async function listLogs(db: Database, filter: LogFilter, page: Page) {
  const matches = db.selectFrom('usage_log').where(matching(filter));
  const { total } = await db
    .selectFrom(matches.select(sql`1`.as('one')).limit(mostRows).as('counted'))
    .select((on) => on.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const size = Math.min(page.size, total - page.offset);
  if (size <= 0) return { rows: [], total };
  // With an offset a subquery is planned on its own, by what it matches and not by how soon a page may be full.
  const source = total < fewRows ? matches.selectAll().offset(0) : newestOf(db, filter, page.offset + size);
  const rows = await withChannelNames(db.selectFrom(source.as('usage_log')))
    .limit(size)
    .offset(page.offset)
    .execute();
  return { rows, total };
}

/**
 * Today's rows apart from all others: they have fewer indexes, and what is planned with them together is planned as if a page were as soon
 * full with today's alone. A model that nobody used today would have the day read row by row.
 */
function newestOf(db: Database, filter: LogFilter, rows: number) {
  const today = new Date(Math.floor(Date.now() / dayMs) * dayMs);
  const newest = (side: '>=' | '<') =>
    db
      .selectFrom('usage_log')
      .where(matching(filter))
      .where('created_at', side, today)
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(rows)
      .as('part');
  return db
    .selectFrom(newest('>='))
    .selectAll()
    .unionAll(db.selectFrom(newest('<')).selectAll());
}

/** The rows that match, newest first, with the names of their channels. */
export function newestFirst(db: Database, filter: LogFilter) {
  return withChannelNames(db.selectFrom('usage_log').where(matching(filter)));
}

function withChannelNames(rows: SelectQueryBuilder<Schema, 'usage_log', unknown>) {
  return rows
    .selectAll()
    .select((on) =>
      on.selectFrom('channels').select('name').whereRef('channels.id', '=', 'channel_id').as('channel_name'),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
}

export type LogRow = Awaited<ReturnType<typeof listLogs>>['rows'][number];
