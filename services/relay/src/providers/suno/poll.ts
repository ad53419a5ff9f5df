import type { TaskReport } from '@switchyard/contracts';
import type { Json } from '../../dialects/canonical.ts';
import { isObject } from '../../dialects/json.ts';
import type { HostCall } from '../provider.ts';
import { textOf } from '../read-object.ts';
import { progressOf, readStatus } from './status.ts';

/** POST /suno/fetch. GET by id answers clips without their task at some hosts. */
export async function pollSuno(host: HostCall, taskIds: readonly string[]): Promise<TaskReport[]> {
  const answer = await host('/suno/fetch', { method: 'POST', body: JSON.stringify({ ids: taskIds }) });
  const tasks = isObject(answer) ? answer.data : undefined;
  if (!Array.isArray(tasks)) throw new Error('the host answered with something else than a list of tasks');
  const asked = new Set(taskIds);
  return tasks.filter((task) => isObject(task) && asked.has(textOf(task.task_id))).map(readTask);
}

function readTask(task: Json): TaskReport {
  const clips = Array.isArray(task.data) ? task.data.filter(isObject) : [];
  const failReason = textOf(task.fail_reason).slice(0, 2_000);
  // Of two songs one may fail: the task is worth its price when the other one came.
  const rescued = clips.length > 1 && clips.every(isFinal) && clips.some(isComplete);
  const status = rescued ? 'SUCCESS' : readStatus(task.status);
  return {
    taskId: textOf(task.task_id),
    status,
    progress: progressOf(status),
    ...(rescued ? {} : { failReason }),
    ...time('startedAtMs', task.start_time),
    ...time('finishedAtMs', task.finish_time),
    data: task,
  };
}

function isComplete({ status }: Json): boolean {
  return readStatus(status) === 'SUCCESS';
}

function isFinal({ status }: Json): boolean {
  return ['SUCCESS', 'FAILURE'].includes(readStatus(status));
}

/** Seconds. */
function time<Key extends string>(key: Key, value: unknown): { [key in Key]?: number } {
  if (typeof value !== 'number' || !(value > 0 && value <= 8.64e12)) return {};
  return { [key]: Math.floor(value) * 1000 } as { [key in Key]?: number };
}
