import type { DrawingView, TaskView } from '@switchyard/console/calls';
import useSWR from 'swr';
import { type Page, withQuery } from '../../lib/http.ts';
import { polled } from '../../lib/polled.ts';
import { isUnderWay, type Work, workOfDrawing, workOfTask } from './work.ts';

export type Task = Readonly<TaskView>;
export type Drawing = Readonly<DrawingView>;

/** Songs and videos, or drawings: the server keeps them in two lists. */
export type WorkKind = 'tasks' | 'drawings';

/** What a list is narrowed by. Times in unix seconds; 0 and blank mean everything. */
export interface WorkFilter {
  readonly id: string;
  readonly channel: string;
  readonly status: string;
  readonly start: number;
  readonly end: number;
}

const underWayIntervalMs = 4_000;

function pathOf(kind: WorkKind, filter: WorkFilter, page: number, pageSize: number, administrator: boolean): string {
  const { id, status } = filter;
  const own = kind === 'tasks' ? { task_id: id, status } : { mj_id: id };
  return withQuery(`/api/${kind === 'tasks' ? 'task' : 'mj'}/${administrator ? '' : 'self'}`, {
    p: page,
    page_size: pageSize,
    ...own,
    ...(administrator ? { channel_id: filter.channel } : {}),
    start_timestamp: filter.start,
    end_timestamp: filter.end,
  });
}

/** A page of a list, read again by itself while something on it is under way. */
export function useWorks(kind: WorkKind, filter: WorkFilter, page: number, pageSize: number, administrator: boolean) {
  const answer = useSWR<Page<Task | Drawing>>(
    pathOf(kind, filter, page, pageSize, administrator),
    polled<Page<Task | Drawing>>(underWayIntervalMs, (latest) => latest?.items.some(isUnderWay) === true),
  );
  return { ...answer, works: answer.data?.items.map(workOf) };
}

/** One work by its ID, whatever the list shows; with a blank ID nothing is asked. */
export function useWork(kind: WorkKind, id: string, administrator: boolean): Work | undefined {
  const filter: WorkFilter = { id, channel: '', status: '', start: 0, end: 0 };
  const { data } = useSWR<Page<Task | Drawing>>(id === '' ? null : pathOf(kind, filter, 1, 1, administrator));
  return data?.items.map(workOf)[0];
}

function workOf(item: Task | Drawing): Work {
  return 'mj_id' in item ? workOfDrawing(item) : workOfTask(item);
}
