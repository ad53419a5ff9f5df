import type { TaskRow } from '../tasks/repository.ts';
import type { PictureOf } from './picture.ts';
import type { DrawingView } from './schema.ts';

/** What the proxy's protocol answers to a submission that it took. */
const accepted = 1;

/** A drawing for its owner, or with `isAdmin` whole: which channel draws it is the operator's matter. */
export function present(task: TaskRow, isAdmin: boolean, pictureOf: PictureOf): DrawingView {
  const { data } = task;
  return {
    id: task.id,
    code: accepted,
    user_id: task.user_id,
    action: task.action,
    mj_id: task.task_id,
    prompt: text(data.prompt) || task.prompt,
    prompt_en: text(data.promptEn),
    description: text(data.description),
    state: text(data.state),
    submit_time: task.submitted_at.getTime(),
    start_time: task.started_at?.getTime() ?? 0,
    finish_time: task.finished_at?.getTime() ?? 0,
    image_url: pictureOf(task),
    status: task.status,
    progress: task.progress,
    fail_reason: task.fail_reason,
    ...(isAdmin ? { channel_id: task.channel_id } : {}),
    quota: task.quota,
    buttons: JSON.stringify(data.buttons ?? []),
    properties: JSON.stringify(data.properties ?? {}),
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
