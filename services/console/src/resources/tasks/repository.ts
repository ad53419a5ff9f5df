import type { Database, Schema } from '@switchyard/db';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Page } from '../../http/page.ts';

export type TaskRow = Selectable<Schema['tasks']>;

/** What a list of tasks is narrowed by; absent is everything. */
export interface TaskFilter {
  /** Drawings, or all that are none. */
  readonly drawings: boolean;
  readonly platform?: string | undefined;
  readonly userId?: number | undefined;
  readonly channelId?: number | undefined;
  readonly taskId?: string | undefined;
  readonly action?: string | undefined;
  readonly status?: string | undefined;
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
}

/** Lists end here: counting further would read the whole table. A narrower time range reaches older rows. */
const mostRows = 10_000;

/** A page of tasks, last submitted first, and how many there are up to `mostRows`. */
export async function listTasks(db: Database, filter: TaskFilter, page: Page) {
  const { drawings, platform, userId, channelId, taskId, action, status, from, before } = filter;
  const matches = db
    .selectFrom('tasks')
    // Literally as the indexes say it.
    .where(drawings ? sql<boolean>`platform = 'midjourney'` : sql<boolean>`platform <> 'midjourney'`)
    .$if(platform !== undefined, (query) => query.where('platform', '=', platform as string))
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId as number))
    .$if(channelId !== undefined, (query) => query.where('channel_id', '=', channelId as number))
    .$if(taskId !== undefined, (query) => query.where('task_id', '=', taskId as string))
    .$if(action !== undefined, (query) => query.where('action', '=', action as string))
    .$if(status !== undefined, (query) => query.where('status', '=', status as string))
    .$if(from !== undefined, (query) => query.where('submitted_at', '>=', from as Date))
    .$if(before !== undefined, (query) => query.where('submitted_at', '<', before as Date));
  const size = Math.min(page.size, mostRows - page.offset);
  const rows =
    size <= 0
      ? []
      : await matches
          .selectAll()
          .orderBy('submitted_at', 'desc')
          .orderBy('id', 'desc')
          .limit(size)
          .offset(page.offset)
          .execute();
  const { total } = await db
    .selectFrom(matches.select(sql`1`.as('one')).limit(mostRows).as('counted'))
    .select((on) => on.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}
