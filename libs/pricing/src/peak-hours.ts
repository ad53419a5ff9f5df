const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

export const HOURS_PATTERN = '^(?:[01]\\d|2[0-3]):[0-5]\\d-(?:(?:[01]\\d|2[0-3]):[0-5]\\d|24:00)$';
export const DAYS_PATTERN = '^(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat)(?:-(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat))?$';

/** When a price card's standard prices apply; outside of it the off-peak prices do. All in UTC. */
export interface PeakHours {
  /** By day of the week, Sunday first. */
  readonly days: readonly boolean[];
  /** Minutes of the day, end not included. */
  readonly windows: readonly { readonly from: number; readonly to: number }[];
}

/** Reads `["01:00-04:00", "06:00-10:00"]` and `Mon-Fri`; texts must match the patterns of this file. */
export function readPeakHours(hours: readonly string[], days: string): PeakHours {
  const [first = '', last = first] = days.split('-');
  const from = DAYS.indexOf(first);
  const span = (DAYS.indexOf(last) - from + 7) % 7;
  return {
    days: DAYS.map((_, day) => (day - from + 7) % 7 <= span),
    windows: hours.map((window) => {
      const [start = '', end = ''] = window.split('-');
      return { from: minuteOfDay(start), to: minuteOfDay(end) };
    }),
  };
}

/** Whether an instant, in milliseconds since the epoch, lies in the peak hours. */
export function isPeak(peak: PeakHours, atMs: number): boolean {
  const minutes = Math.floor(atMs / MINUTE_MS);
  const minute = minutes % DAY_MINUTES;
  const day = (Math.floor(minutes / DAY_MINUTES) + 4) % 7; // 1 January 1970 was a Thursday
  return peak.days[day] === true && peak.windows.some((window) => window.from <= minute && minute < window.to);
}

function minuteOfDay(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes;
}
