import type { Json } from '../../../dialects/canonical.ts';
import type { RoutingSnapshot } from '../../../routing/snapshot.ts';
import type { TaskLinks } from '../links.ts';
import type { StoredTask } from '../task-repository.ts';

/** A task as its caller sees it: the upstream's own object, but for what we know better. Times in milliseconds. */
export function presentMidjourney(task: StoredTask, { options }: RoutingSnapshot, links: TaskLinks): Json {
  const { imageUrl } = task.data;
  return {
    promptEn: '',
    description: '',
    state: '',
    buttons: [],
    properties: {},
    ...task.data,
    id: task.task_id,
    action: task.action,
    prompt: task.data.prompt ?? task.prompt,
    status: task.status,
    progress: task.progress,
    failReason: task.fail_reason,
    submitTime: task.submitted_at.getTime(),
    startTime: task.started_at?.getTime() ?? 0,
    finishTime: task.finished_at?.getTime() ?? 0,
    imageUrl: typeof imageUrl === 'string' ? link(task, imageUrl) : '',
  };

  function link({ request_id: requestId, status, updated_at: updatedAt }: StoredTask, url: string): string {
    if (!options.MjForwardUrlEnabled || options.ServerAddress === '' || url === '') return url;
    return links.image(options.ServerAddress, requestId, status === 'SUCCESS' ? undefined : updatedAt.getTime());
  }
}
