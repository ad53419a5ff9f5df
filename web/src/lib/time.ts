import dayjs from 'dayjs';
import relativeTime from 'dayjs/plugin/relativeTime';

dayjs.extend(relativeTime);

export const timeFormat = 'YYYY-MM-DD HH:mm:ss';

/** Unix seconds to local time, `2026-11-21 08:30:00`. */
export function formatTime(seconds: number): string {
  return dayjs.unix(seconds).format(timeFormat);
}

/** Unix seconds to words in the console's language, such as "3 minutes ago". */
export function formatAge(seconds: number): string {
  return dayjs.unix(seconds).fromNow();
}

/** Start of today in unix seconds. */
export function startOfToday(): number {
  return dayjs().startOf('day').unix();
}
