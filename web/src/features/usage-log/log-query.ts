import dayjs, { type Dayjs } from 'dayjs';
import { quotaFromCurrency } from '../../lib/quota.ts';
import type { LogFilter } from './api.ts';

export const spans = ['today', 'day', 'week', 'month'] as const;
/** A period that moves with the clock. */
export type Span = (typeof spans)[number];

/** The rows that the log shows, as its address says it. */
export interface LogQuery extends LogFilter {
  /** Undefined: the period is from `start` to `end` and stays there. */
  readonly span: Span | undefined;
  /** The least cost in dollars, as typed. */
  readonly cost: string;
  /** Counts from 1. */
  readonly page: number;
  readonly pageSize: number;
}

export const DEFAULT_PAGE_SIZE = 10;
const MOST_ROWS = 100;
/** Rows that come while the page is open lie within this. */
const hoursAhead = 1;

const firstOf: Record<Span, (now: Dayjs) => Dayjs> = {
  today: (now) => now.startOf('day'),
  day: (now) => now.subtract(24, 'hour'),
  week: (now) => now.subtract(7, 'day'),
  month: (now) => now.subtract(30, 'day'),
};

export function periodOf(span: Span, now: Dayjs): { readonly start: number; readonly end: number } {
  return { start: firstOf[span](now).unix(), end: now.add(hoursAhead, 'hour').unix() };
}

function isSpan(text: string | null): text is Span {
  return spans.some((span) => span === text);
}

/** Reads the address. Without a period: today until in an hour. What cannot be read counts as not said. */
export function readLogQuery(search: URLSearchParams, now: Dayjs, quotaPerUnit: number): LogQuery {
  const text = (name: string) => search.get(name) ?? '';
  const figure = (name: string, otherwise: number) => {
    const value = search.get(name) ?? '';
    return /^\d{1,12}$/.test(value) ? Number(value) : otherwise;
  };
  const asked = search.get('span');
  const fixed = !isSpan(asked) && (search.has('start') || search.has('end'));
  const span = fixed ? undefined : isSpan(asked) ? asked : 'today';
  const period = span === undefined ? { start: figure('start', 0), end: figure('end', 0) } : periodOf(span, now);
  const cost = /^\d{1,9}(\.\d{1,6})?$/.test(text('cost')) ? text('cost') : '';
  return {
    ...period,
    span,
    type: figure('type', 0),
    token: text('token'),
    model: text('model'),
    group: text('group'),
    channel: /^\d{1,15}$/.test(text('channel')) ? text('channel') : '',
    username: text('username'),
    cost,
    minQuota: cost === '' ? 0 : (quotaFromCurrency(cost, quotaPerUnit) ?? 0),
    page: Math.max(1, figure('page', 1)),
    pageSize: Math.min(MOST_ROWS, Math.max(1, figure('size', DEFAULT_PAGE_SIZE))),
  };
}

/** The address of the rows, without what is the default. */
export function writeLogQuery(query: LogQuery): URLSearchParams {
  const { span } = query;
  const said: Record<string, string | number> = {
    span: span === undefined || span === 'today' ? '' : span,
    ...(span === undefined ? { start: query.start, end: query.end } : {}),
    type: query.type || '',
    token: query.token,
    model: query.model,
    group: query.group,
    channel: query.channel,
    username: query.username,
    cost: query.cost,
    page: query.page > 1 ? query.page : '',
    size: query.pageSize === DEFAULT_PAGE_SIZE ? '' : query.pageSize,
  };
  return new URLSearchParams(
    Object.entries(said).flatMap(([name, value]) => (value === '' ? [] : [[name, String(value)]])),
  );
}

/** What a saved view keeps of a query: the rows it is about, not where in them the person was. */
export function viewSearch(query: LogQuery): string {
  return writeLogQuery({ ...query, page: 1, pageSize: DEFAULT_PAGE_SIZE }).toString();
}

/** Whether rows that come now belong to the period. */
export function reachesNow({ end }: LogQuery): boolean {
  return end === 0 || end >= dayjs().unix();
}
