import type { TaskStatus } from '@switchyard/contracts';

/** Words for how a task stands, of Suno-API and of gateways and of Suno itself. */
const words: Readonly<Record<string, TaskStatus>> = {
  NOT_START: 'NOT_START',
  PENDING: 'NOT_START',
  SUBMITTED: 'SUBMITTED',
  QUEUED: 'QUEUED',
  IN_PROGRESS: 'IN_PROGRESS',
  PROCESSING: 'IN_PROGRESS',
  STREAMING: 'IN_PROGRESS',
  SUCCESS: 'SUCCESS',
  SUCCEEDED: 'SUCCESS',
  COMPLETE: 'SUCCESS',
  COMPLETED: 'SUCCESS',
  FAILURE: 'FAILURE',
  FAILED: 'FAILURE',
  ERROR: 'FAILURE',
};

/** Songs tell no percentage: a figure for each state. */
const progress: Readonly<Partial<Record<TaskStatus, string>>> = {
  NOT_START: '0%',
  SUBMITTED: '10%',
  QUEUED: '20%',
  IN_PROGRESS: '50%',
};

export function readStatus(value: unknown): TaskStatus {
  const word = typeof value === 'string' ? value.toUpperCase() : '';
  return Object.hasOwn(words, word) ? (words[word] as TaskStatus) : 'UNKNOWN';
}

/** '' when the state says nothing about it. */
export function progressOf(status: TaskStatus): string {
  return progress[status] ?? '';
}
