import type { TaskPlatform, TaskReport } from '@switchyard/contracts';
import { sql } from 'kysely';
import type { Ports } from '../ports.ts';
import type { RelayClient } from '../relay-client.ts';
import { advance } from './advance.ts';
import { isEnded } from './next-state.ts';
import type { TaskRow } from './task-row.ts';

export interface PollPorts extends Pick<Ports, 'db' | 'log'> {
  readonly relay: RelayClient;
}

const tasksPerRound = 500;
const tasksPerCall = 100;
const callsAtOnce = 8;
const hourMs = 3_600_000;
/** An unfinished task is given up after this long. */
const longestMs: Readonly<Record<TaskPlatform, number>> = { midjourney: hourMs, suno: 24 * hourMs, video: 24 * hourMs };

/** One round over the unfinished tasks that were not asked about for longest. */
export async function pollUnfinished(ports: PollPorts): Promise<void> {
  const { rows } = await sql<TaskRow>`
    UPDATE tasks SET polled_at = now()
    WHERE id IN (
      SELECT id FROM tasks WHERE status NOT IN ('SUCCESS', 'FAILURE', 'CANCEL')
      ORDER BY polled_at LIMIT ${tasksPerRound} FOR NO KEY UPDATE SKIP LOCKED
    )
    RETURNING *
  `.execute(ports.db);
  await pollTasks(ports, rows);
}

/** Asks the upstreams of these tasks, channel by channel, and ends what cannot go on any more. */
export async function pollTasks(ports: PollPorts, tasks: readonly TaskRow[]): Promise<void> {
  const batches = batchesOf(tasks.filter(({ task_id: taskId }) => taskId !== ''));
  const workers = Array.from({ length: callsAtOnce }, async () => {
    for (let batch = batches.pop(); batch; batch = batches.pop()) await pollBatch(ports, batch);
  });
  await Promise.all(workers);
  for (const task of tasks) {
    const reason = reasonToGiveUp(task, Date.now());
    if (reason !== undefined)
      await advanceOne(ports, task, { taskId: task.task_id, status: 'FAILURE', failReason: reason });
  }
}

/** Tasks of one channel and key; as many as are asked about at once. */
function batchesOf(tasks: readonly TaskRow[]): TaskRow[][] {
  const channels = Map.groupBy(tasks, ({ platform, channel_id: channelId, key_id: keyId }) => {
    return `${platform} ${channelId} ${keyId}`;
  });
  return [...channels.values()].flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / tasksPerCall) }, (_, at) =>
      all.slice(at * tasksPerCall, (at + 1) * tasksPerCall),
    ),
  );
}

async function pollBatch(ports: PollPorts, batch: readonly TaskRow[]): Promise<void> {
  const { channel_id: channelId, key_id: keyId, platform } = batch[0] as TaskRow;
  const taskIds = [...new Set(batch.map(({ task_id: taskId }) => taskId))];
  const answer = await ports.relay
    .pollTasks({ channelId, ...(keyId && { keyId }), platform: platform as TaskPlatform, taskIds })
    .catch((error) => {
      ports.log.warn(
        { error, channelId, tasks: batch.length },
        'tasks cannot be asked about; the next round tries again',
      );
      return undefined;
    });
  if (!answer) return;
  const reports = new Map(answer.reports.map((report) => [report.taskId, report]));
  for (const task of batch) {
    const report = answer.lost ? lostChannel(task) : reports.get(task.task_id);
    if (report) await advanceOne(ports, task, report);
  }
}

function lostChannel({ task_id: taskId, channel_id: channelId }: TaskRow): TaskReport {
  return { taskId, status: 'FAILURE', failReason: `channel lost (id ${channelId})` };
}

/** One task that cannot be written must not keep the others from their end. */
async function advanceOne({ db, log, relay }: PollPorts, task: TaskRow, report: TaskReport): Promise<void> {
  try {
    if (!(await advance(db, task, report)) || task.notify_hook === '') return;
    // Not waited for: an address that does not answer must not hold up the others.
    relay.announceTask(task.request_id).catch((error) => {
      log.warn({ error, requestId: task.request_id }, 'the caller of a task did not hear of its change');
    });
  } catch (error) {
    log.error({ error, taskId: task.id, requestId: task.request_id }, 'a task could not be brought up to date');
  }
}

function reasonToGiveUp(task: TaskRow, nowMs: number): string | undefined {
  if (isEnded(task.status)) return undefined;
  if (task.task_id === '') return 'the upstream gave no task id';
  const mostMs = longestMs[task.platform as TaskPlatform];
  if (nowMs - task.submitted_at.getTime() <= mostMs) return undefined;
  return `upstream task timed out (over ${mostMs / hourMs} hour${mostMs === hourMs ? '' : 's'})`;
}
