import { timeOf } from '../../http/time.ts';
import type { TaskFilter } from '../tasks/repository.ts';
import type { DrawingQuery } from './schema.ts';

/** Times below this are seconds: as milliseconds they would be in 1973. */
const leastMs = 1e11;

/** The filter for a query. `ownerId` is whose drawings may be seen; undefined: everybody's. */
export function readFilter(query: DrawingQuery, ownerId: number | undefined): TaskFilter {
  const end = milliseconds(query.end_timestamp);
  return {
    drawings: true,
    userId: ownerId,
    channelId: query.channel_id || undefined,
    taskId: query.mj_id || undefined,
    from: timeOf(milliseconds(query.start_timestamp)),
    before: end > 0 ? timeOf(end + 1) : undefined,
  };
}

function milliseconds(time: number): number {
  return time < leastMs ? time * 1000 : time;
}
