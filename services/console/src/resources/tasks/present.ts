import { seconds } from '../../http/time.ts';
import type { TaskRow } from './repository.ts';
import type { TaskView } from './schema.ts';
import type { VideoLinkOf } from './video-link.ts';

/** A task for its owner, or with `isAdmin` whole: which channel does it is the operator's matter. */
export function present(task: TaskRow, videoLinkOf: VideoLinkOf, isAdmin: boolean): TaskView {
  return {
    id: task.id,
    created_at: seconds(task.created_at),
    updated_at: seconds(task.updated_at),
    task_id: task.task_id,
    platform: task.platform,
    user_id: task.user_id,
    ...(isAdmin ? { channel_id: task.channel_id } : {}),
    quota: task.quota,
    action: task.action,
    status: task.status,
    fail_reason: task.fail_reason,
    submit_time: seconds(task.submitted_at),
    start_time: seconds(task.started_at),
    finish_time: seconds(task.finished_at),
    progress: task.progress,
    properties: { input: task.prompt },
    video_url: videoLinkOf(task),
    // The object of a song holds its clips under this name; that of a video is the result itself.
    data: task.platform === 'suno' ? (task.data.data ?? null) : task.data,
  };
}
