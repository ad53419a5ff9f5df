import type { UsageTokens } from '@switchyard/contracts';
import type { Json } from '../../../dialects/canonical.ts';
import { presentTask } from '../present-task.ts';
import type { StoredTask } from '../task-repository.ts';

/** How OpenAI calls the states. */
const states: Readonly<Record<string, string>> = {
  NOT_START: 'queued',
  SUBMITTED: 'queued',
  QUEUED: 'queued',
  SUCCESS: 'completed',
  FAILURE: 'failed',
  CANCEL: 'failed',
};

/** A video in OpenAI's shape: the upstream's own object, but for what we know better. */
export function presentVideo(task: StoredTask): Json {
  const { seconds = 0, size } = task.usage as Partial<UsageTokens>;
  const failed = states[task.status] === 'failed';
  return {
    seconds: String(seconds),
    size: size ?? null,
    completed_at: task.finished_at === null ? null : Math.floor(task.finished_at.getTime() / 1000),
    expires_at: null,
    remixed_from_video_id: null,
    error: null,
    ...task.data,
    ...(failed && !task.data.error ? { error: { code: 'video_generation_failed', message: task.fail_reason } } : {}),
    id: task.task_id,
    object: 'video',
    model: task.model,
    status: states[task.status] ?? 'in_progress',
    progress: Number.parseInt(task.progress, 10) || 0,
    created_at: Math.floor(task.submitted_at.getTime() / 1000),
  };
}

/** The same in the shape of this family's older video calls. */
export function presentGeneration(task: StoredTask): Json {
  return { code: 'success', message: '', data: presentTask(task, presentVideo(task)) };
}
