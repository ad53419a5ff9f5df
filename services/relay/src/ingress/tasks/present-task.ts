import type { Json } from '../../dialects/canonical.ts';
import type { StoredTask } from './task-repository.ts';

/** A task in the shape that gateways of this family answer with. Times in seconds, 0 when unset. */
export function presentTask(task: StoredTask, data: unknown): Json {
  return {
    task_id: task.task_id,
    action: task.action,
    status: task.status,
    fail_reason: task.fail_reason,
    submit_time: seconds(task.submitted_at),
    start_time: seconds(task.started_at),
    finish_time: seconds(task.finished_at),
    progress: task.progress,
    data,
  };
}

function seconds(time: Date | null): number {
  return time === null ? 0 : Math.floor(time.getTime() / 1000);
}
