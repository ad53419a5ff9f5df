import type { Database } from '@switchyard/db';
import { sql } from 'kysely';
import type { Page } from '../../http/page.ts';
import { type LogFilter, matching } from './filter.ts';

/** Lists end here: counting further would read the whole log. A narrower time range reaches older rows. */
export const mostRows = 10_000;

/** A page of the log, newest first, and how many rows there are up to `mostRows`. */
export async function listLogs(db: Database, filter: LogFilter, page: Page) {
  const matches = db.selectFrom('usage_log').where(matching(filter));
  const size = Math.min(page.size, mostRows - page.offset);
  const rows = size <= 0 ? [] : await newestFirst(db, filter).limit(size).offset(page.offset).execute();
  const { total } = await db
    .selectFrom(matches.select(sql`1`.as('one')).limit(mostRows).as('counted'))
    .select((on) => on.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

/** The rows that match, newest first, with the names of their channels. */
export function newestFirst(db: Database, filter: LogFilter) {
  return db
    .selectFrom('usage_log')
    .where(matching(filter))
    .selectAll()
    .select((on) =>
      on.selectFrom('channels').select('name').whereRef('channels.id', '=', 'channel_id').as('channel_name'),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
}

export type LogRow = Awaited<ReturnType<typeof listLogs>>['rows'][number];
