import { isDeepStrictEqual } from 'node:util';
import { endedStates, type TaskReport } from '@switchyard/contracts';
import { storable } from '../ledger/storable.ts';
import { finalQuota } from './final-quota.ts';
import type { TaskRow } from './task-row.ts';

/** What a report changes in a task, and how much of its charge is given back with it. */
export interface NextState {
  readonly status: string;
  readonly progress: string;
  readonly fail_reason: string;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly data: Record<string, unknown>;
  readonly refund: number;
}

/** Longer objects of an upstream are not kept. */
const longestData = 200_000;

/**
 * Where a task goes by what its upstream says; undefined: nowhere. Empty values do not overwrite, and a task that failed is one
 * whose status or whose reason says so. Pure.
 */
export function nextState(task: TaskRow, report: TaskReport, nowMs: number): NextState | undefined {
  if (isEnded(task.status)) return undefined;
  const failReason = report.failReason || task.fail_reason;
  const status = statusOf(task, report.status, failReason);
  const ended = isEnded(status);
  const data = storable(report.data);
  const next = {
    status,
    progress: ended ? '100%' : report.progress || task.progress,
    fail_reason: failReason,
    started_at: timeOf(report.startedAtMs) ?? task.started_at,
    finished_at: timeOf(report.finishedAtMs) ?? (ended ? new Date(nowMs) : task.finished_at),
    data: data && JSON.stringify(data).length <= longestData ? data : task.data,
    refund: ended ? task.quota - finalQuota(task, status, report.seconds) : 0,
  };
  return isDeepStrictEqual({ ...next, refund: 0 }, { ...now(task), refund: 0 }) ? undefined : next;
}

function statusOf(task: TaskRow, reported: TaskReport['status'], failReason: string): string {
  if (failReason !== '' && reported !== 'CANCEL') return 'FAILURE';
  // Its caller has answered, and was charged: the upstream does not show it yet.
  return reported === 'MODAL' && task.quota > 0 ? task.status : reported;
}

function now({ status, progress, fail_reason, started_at, finished_at, data }: TaskRow): Omit<NextState, 'refund'> {
  return { status, progress, fail_reason, started_at, finished_at, data };
}

export function isEnded(status: string): boolean {
  return (endedStates as readonly string[]).includes(status);
}

/** 0 is how upstreams write "not yet". */
function timeOf(ms: number | undefined): Date | undefined {
  return ms ? new Date(ms) : undefined;
}
