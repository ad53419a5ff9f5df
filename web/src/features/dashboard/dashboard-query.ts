import dayjs, { type Dayjs } from 'dayjs';
import type { Bucket } from '../../components/chart/stretch.ts';

export const spans = ['today', '7d', '30d', '90d'] as const;
/** A period that moves with the clock. */
export type Span = (typeof spans)[number];

export const measures = ['spend', 'requests', 'tokens'] as const;
/** What the chart of models shows. */
export type Measure = (typeof measures)[number];

/** What the dashboard shows, as its address says it. */
export interface DashboardQuery {
  /** Undefined: the days from `start` to `end`. */
  readonly span: Span | undefined;
  /** Unix seconds. */
  readonly start: number;
  /** 0: now. */
  readonly end: number;
  readonly bucket: Bucket;
  /** Blank: everybody. */
  readonly username: string;
  readonly measure: Measure;
}

const daysOf: Record<Span, number> = { today: 1, '7d': 7, '30d': 30, '90d': 90 };
/** What the page opens with, by the steps that the site prefers. */
const openings: Record<Bucket, Span> = { hour: 'today', day: '7d', week: '90d' };
const longestDays = 1_000;

function firstOf(span: Span, now: Dayjs): number {
  return now
    .startOf('day')
    .subtract(daysOf[span] - 1, 'day')
    .unix();
}

function lengthInDays(start: number, end: number, now: Dayjs): number {
  const last = end === 0 ? now : dayjs.unix(end);
  return last.startOf('day').diff(dayjs.unix(start).startOf('day'), 'day') + 1;
}

/** Steps in which so many days can be read, the finest first. */
export function bucketsFor(days: number): Bucket[] {
  return [
    ...(days <= 7 ? ['hour' as const] : []),
    ...(days > 1 && days <= 366 ? ['day' as const] : []),
    ...(days > 14 ? ['week' as const] : []),
  ];
}

function standardBucket(days: number): Bucket {
  return days <= 2 ? 'hour' : days <= 92 ? 'day' : 'week';
}

function memberOf<Name extends string>(names: readonly Name[], text: string | null): Name | undefined {
  return names.find((name) => name === text);
}

function dayOf(text: string | null): Dayjs | undefined {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') ? dayjs(text) : undefined;
  return day?.isValid() ? day : undefined;
}

/** Reads the address; what cannot be read counts as not said. `wished`: the steps that the site prefers. */
export function readDashboardQuery(search: URLSearchParams, now: Dayjs, wished: string): DashboardQuery {
  const preferred = memberOf(['hour', 'day', 'week'], wished) ?? 'hour';
  const from = dayOf(search.get('from'));
  const to = dayOf(search.get('to'));
  const isFixed = from !== undefined && to !== undefined && !to.isBefore(from) && to.diff(from, 'day') < longestDays;
  const named = memberOf(spans, search.get('period'));
  const span = isFixed ? undefined : (named ?? openings[preferred]);
  const period =
    span === undefined
      ? { start: from?.unix() ?? 0, end: to?.endOf('day').unix() ?? 0 }
      : { start: firstOf(span, now), end: 0 };
  const days = lengthInDays(period.start, period.end, now);
  const isOpening = span !== undefined && named === undefined;
  return {
    ...period,
    span,
    bucket: memberOf(bucketsFor(days), search.get('by')) ?? (isOpening ? preferred : standardBucket(days)),
    username: search.get('user') ?? '',
    measure: memberOf(measures, search.get('show')) ?? 'spend',
  };
}

/** The steps to choose from. */
export function bucketsOf({ start, end }: DashboardQuery, now: Dayjs): Bucket[] {
  return bucketsFor(lengthInDays(start, end, now));
}

/** The address of a query. Steps are named only when they are not those that go with the period. */
export function writeDashboardQuery(query: DashboardQuery, now: Dayjs): URLSearchParams {
  const { span, start, end, bucket, username, measure } = query;
  const days = lengthInDays(start, end, now);
  const said = {
    period: span ?? '',
    from: span === undefined ? dayjs.unix(start).format('YYYY-MM-DD') : '',
    to: span === undefined ? dayjs.unix(end).format('YYYY-MM-DD') : '',
    by: bucketsFor(days).includes(bucket) && bucket !== standardBucket(days) ? bucket : '',
    user: username,
    show: measure === 'spend' ? '' : measure,
  };
  return new URLSearchParams(Object.entries(said).filter(([, value]) => value !== ''));
}

/** Another period of the query, in the steps that go with it. */
export function inPeriod(query: DashboardQuery, period: Span | readonly [Dayjs, Dayjs], now: Dayjs): DashboardQuery {
  const [span, start, end] =
    typeof period === 'string'
      ? ([period, firstOf(period, now), 0] as const)
      : ([undefined, period[0].startOf('day').unix(), period[1].endOf('day').unix()] as const);
  return { ...query, span, start, end, bucket: standardBucket(lengthInDays(start, end, now)) };
}
