import { setTimeout as sleep } from 'node:timers/promises';
import type { TaskPlatform } from '@switchyard/contracts';
import type { Database, Schema } from '@switchyard/db';
import { type Selectable, sql } from 'kysely';

export type StoredTask = Selectable<Schema['tasks']>;

/** Billing writes the row of a task soon after its answer went out: so long a task is waited for. */
const patienceMs = [50, 100, 200, 400, 800];
/** And so long when several are asked about: lists may well name old ones that are gone. */
const patienceOfListsMs = patienceMs.slice(0, 3);

/** A user's own task by the upstream's id; the newest of equal ids. undefined when there is none after a while. */
export async function findTask(
  db: Database,
  platform: TaskPlatform,
  userId: number,
  taskId: string,
): Promise<StoredTask | undefined> {
  const [task] = await findTasks(db, platform, userId, [taskId], patienceMs);
  return task;
}

/** A user's own tasks among these ids, in the order in which they were submitted; what is not there is left out. */
export async function findTasks(
  db: Database,
  platform: TaskPlatform,
  userId: number,
  taskIds: readonly string[],
  pausesMs: readonly number[] = patienceOfListsMs,
): Promise<StoredTask[]> {
  // Postgres refuses a text with NUL in it, and no task has such an id.
  const named = new Set(taskIds.filter((id) => id !== '' && !id.includes('\0')));
  if (named.size === 0) return [];
  for (const pauseMs of [...pausesMs, undefined]) {
    const found = await readTasks(db, platform, userId, named);
    if (found.length === named.size || pauseMs === undefined) return found;
    await sleep(pauseMs);
  }
  return [];
}

async function readTasks(
  db: Database,
  platform: TaskPlatform,
  userId: number,
  taskIds: ReadonlySet<string>,
): Promise<StoredTask[]> {
  const rows = await db
    .selectFrom('tasks')
    .selectAll()
    .where('task_id', 'in', [...taskIds])
    .where('user_id', '=', userId)
    .where('platform', '=', platform)
    .orderBy('submitted_at')
    .orderBy('id')
    .execute();
  return [...new Map(rows.map((row) => [row.task_id, row])).values()];
}

/** A task by the request that submitted it, whoever's it is: for links that carry a proof. */
export async function findByRequest(db: Database, requestId: string): Promise<StoredTask | undefined> {
  return db.selectFrom('tasks').selectAll().where('request_id', '=', requestId).executeTakeFirst();
}

/** A page of a user's tasks other than drawings by time; `after` is the id of the last task of the page before. */
export async function listTasks(
  db: Database,
  platform: Exclude<TaskPlatform, 'midjourney'>,
  userId: number,
  page: { readonly limit: number; readonly order: 'asc' | 'desc'; readonly after: string | undefined },
): Promise<StoredTask[]> {
  const { limit, order, after } = page;
  const last = after === undefined ? undefined : await findTask(db, platform, userId, after);
  if (after !== undefined && !last) return [];
  return (
    db
      .selectFrom('tasks')
      .selectAll()
      .where('user_id', '=', userId)
      .where('platform', '=', platform)
      // Literally as the index says it.
      .where(sql<boolean>`platform <> 'midjourney'`)
      .where('task_id', '<>', '')
      .$if(last !== undefined, (query) =>
        query.where((on) =>
          on(
            on.refTuple('submitted_at', 'id'),
            order === 'desc' ? '<' : '>',
            on.tuple(last?.submitted_at as Date, last?.id as number),
          ),
        ),
      )
      .orderBy('submitted_at', order)
      .orderBy('id', order)
      .limit(limit)
      .execute()
  );
}
