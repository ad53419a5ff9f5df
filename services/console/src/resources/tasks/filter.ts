import { timeOf } from '../../http/time.ts';
import type { TaskFilter } from './repository.ts';
import type { TaskQuery } from './schema.ts';

/** The filter for a query. `ownerId` is whose tasks may be seen; undefined: everybody's. */
export function readFilter(query: TaskQuery, ownerId: number | undefined): TaskFilter {
  return {
    drawings: false,
    platform: query.platform || undefined,
    userId: ownerId,
    channelId: query.channel_id || undefined,
    taskId: query.task_id || undefined,
    action: query.action.toUpperCase() || undefined,
    status: query.status.toUpperCase() || undefined,
    from: timeOf(query.start_timestamp * 1000),
    before: query.end_timestamp > 0 ? timeOf((query.end_timestamp + 1) * 1000) : undefined,
  };
}
