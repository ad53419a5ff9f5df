import type { Job } from '@switchyard/queue';
import { type PollPorts, pollUnfinished } from '../tasks/poll.ts';

/** Asks upstreams how the tasks stand that they have not finished. */
export function pollTasksJob(ports: PollPorts): Job {
  return { name: 'poll-tasks', schedule: { everyMs: 15_000 }, run: () => pollUnfinished(ports) };
}
