import type { TaskStatus } from '@switchyard/contracts';

const known: ReadonlySet<string> = new Set<TaskStatus>([
  'NOT_START',
  'SUBMITTED',
  'QUEUED',
  'IN_PROGRESS',
  'MODAL',
  'SUCCESS',
  'FAILURE',
  'CANCEL',
]);

/** The proxy's word for how a task stands; empty is before it was submitted. */
export function readStatus(value: unknown): TaskStatus {
  if (value === '' || value === undefined || value === null) return 'NOT_START';
  return typeof value === 'string' && known.has(value) ? (value as TaskStatus) : 'UNKNOWN';
}
