import type { WorkFilter, WorkKind } from './api.ts';

/** What the page shows, as its address says it. */
export interface WorkQuery extends WorkFilter {
  readonly kind: WorkKind;
  /** Counts from 1. */
  readonly page: number;
  readonly pageSize: number;
  /** The work whose record is open. */
  readonly record: string;
}

export const pageSizes = [10, 20, 50, 100];
const DEFAULT_PAGE_SIZE = 10;

/** Reads the address. Without a start: `today`, the start of today. What cannot be read counts as not said. */
export function readWorkQuery(address: URLSearchParams, today: number, standard: WorkKind): WorkQuery {
  const text = (name: string) => address.get(name) ?? '';
  const figure = (name: string, otherwise: number) => (/^\d{1,12}$/.test(text(name)) ? Number(text(name)) : otherwise);
  const tab = text('tab');
  const pageSize = figure('size', DEFAULT_PAGE_SIZE);
  return {
    kind: tab === 'drawings' || tab === 'tasks' ? tab : standard,
    id: text('id'),
    channel: /^\d{1,15}$/.test(text('channel')) ? text('channel') : '',
    status: text('status'),
    start: figure('start', today),
    end: figure('end', 0),
    page: Math.max(1, figure('page', 1)),
    pageSize: pageSizes.includes(pageSize) ? pageSize : DEFAULT_PAGE_SIZE,
    record: text('record'),
  };
}

export function writeWorkQuery(query: WorkQuery, today: number, standard: WorkKind): URLSearchParams {
  const said: Record<string, string | number> = {
    tab: query.kind === standard ? '' : query.kind,
    id: query.id,
    channel: query.channel,
    status: query.status,
    start: query.start === today ? '' : query.start,
    end: query.end || '',
    page: query.page > 1 ? query.page : '',
    size: query.pageSize === DEFAULT_PAGE_SIZE ? '' : query.pageSize,
    record: query.record,
  };
  return new URLSearchParams(
    Object.entries(said).flatMap(([name, value]) => (value === '' ? [] : [[name, String(value)]])),
  );
}
