import { type Refusal, refuse } from '../../http/answer.ts';
import { lastSecond } from '../../http/time.ts';
import type { SummaryQuery } from './schema.ts';

/** From the first hour to the last one, exclusive; times lie on whole hours, since the roll-up does. */
export interface Period {
  readonly from: Date;
  readonly before: Date;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const lastMs = lastSecond * 1000;
const standardMs = 7 * dayMs;
/** Longer ones are too many rows for a chart. */
const longestDays = { hour: 31, day: 366, week: 1100 } as const;
const tooLong = {
  hour: `By hour at most ${longestDays.hour} days can be shown. Choose a shorter time, or longer steps.`,
  day: `By day at most ${longestDays.day} days can be shown. Choose a shorter time, or longer steps.`,
  week: `By week at most ${longestDays.week} days can be shown. Choose a shorter time.`,
} as const;

/** The hours that a query covers, those at both ends in full; or why it covers too many. */
export function readPeriod({ start_timestamp, end_timestamp, bucket }: SummaryQuery, nowMs: number): Period | Refusal {
  const end = Math.min(end_timestamp > 0 ? end_timestamp * 1000 : nowMs, lastMs);
  const start = Math.min(start_timestamp > 0 ? start_timestamp * 1000 : end - standardMs, lastMs);
  if (Math.min(end, nowMs) - start > (longestDays[bucket] + 1) * dayMs) return refuse(tooLong[bucket]);
  return { from: new Date(start - (start % hourMs)), before: new Date(end - (end % hourMs) + hourMs) };
}

/**
 * What a period is compared with: the same hours, as many whole days before as it touches, so that mornings are not
 * compared with nights, nor parts of a day with whole ones. Of the running hour there is no part: it counts from its
 * second half on.
 */
export function periodBefore({ from, before }: Period, nowMs: number): Period {
  const shiftMs = Math.max(1, Math.ceil((before.getTime() - from.getTime()) / dayMs)) * dayMs;
  const endMs = Math.min(before.getTime(), Math.round(nowMs / hourMs) * hourMs);
  return {
    from: new Date(from.getTime() - shiftMs),
    before: new Date(Math.max(from.getTime(), endMs) - shiftMs),
  };
}

export function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined && !/^[+-]/.test(name);
  } catch {
    return false;
  }
}
