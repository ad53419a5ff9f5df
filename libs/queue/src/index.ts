export { openQueue } from './open.ts';
export type { Job, Queue, QueueSettings, Schedule } from './queue.ts';
