import type { TaskReport } from '@switchyard/contracts';
import type { Json } from '../../dialects/canonical.ts';
import { isObject } from '../../dialects/json.ts';
import type { HostCall } from '../provider.ts';
import { textOf } from '../read-object.ts';
import { readStatus } from './status.ts';

/** POST /mj/task/list-by-condition: how tasks stand, in one call. */
export async function pollMidjourney(host: HostCall, taskIds: readonly string[]): Promise<TaskReport[]> {
  const answer = await host('/mj/task/list-by-condition', { method: 'POST', body: JSON.stringify({ ids: taskIds }) });
  if (!Array.isArray(answer)) throw new Error('the proxy answered with something else than a list of tasks');
  const asked = new Set(taskIds);
  return answer.filter((task) => isObject(task) && asked.has(textOf(task.id))).map(readTask);
}

function readTask(task: Json): TaskReport {
  return {
    taskId: textOf(task.id),
    status: readStatus(task.status),
    progress: textOf(task.progress).slice(0, 20),
    failReason: textOf(task.failReason).slice(0, 2_000),
    ...time('startedAtMs', task.startTime),
    ...time('finishedAtMs', task.finishTime),
    data: withoutHook(task),
  };
}

/** The address at which the host calls us carries a proof that is the host's alone. */
function withoutHook({ notifyHook: _own, ...task }: Json): Json {
  if (!isObject(task.properties)) return task;
  const { notifyHook: _inner, ...properties } = task.properties;
  return { ...task, properties };
}

/** Milliseconds. */
function time<Key extends string>(key: Key, value: unknown): { [key in Key]?: number } {
  if (typeof value !== 'number' || !(value > 0 && value <= 8.64e15)) return {};
  return { [key]: Math.floor(value) } as { [key in Key]?: number };
}
