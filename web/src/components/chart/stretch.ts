import dayjs from 'dayjs';
import type { Language } from '../../lib/languages.ts';
import { localeOf } from '../../lib/numbers.ts';

/** Into what a time is cut, where the viewer lives; weeks begin on Mondays. */
export type Bucket = 'hour' | 'day' | 'week';

const hourSeconds = 3_600;

/** Begins of all stretches that touch a time, in unix seconds; `before` is exclusive. */
export function stretchesOf(from: number, before: number, bucket: Bucket): number[] {
  const begins: number[] = [];
  let begin = beginOf(from, bucket);
  while (begin < before) {
    begins.push(begin);
    begin = bucket === 'hour' ? begin + hourSeconds : nextOf(begin, bucket);
  }
  return begins;
}

function beginOf(seconds: number, bucket: Bucket): number {
  const time = dayjs.unix(seconds);
  if (bucket === 'hour') return time.startOf('hour').unix();
  const day = time.startOf('day');
  return (bucket === 'day' ? day : day.subtract((day.day() + 6) % 7, 'day')).unix();
}

/** Days in which clocks change are longer or shorter. */
function nextOf(seconds: number, bucket: 'day' | 'week'): number {
  return dayjs
    .unix(seconds)
    .add(bucket === 'day' ? 1 : 7, 'day')
    .unix();
}

const shortOptions = { month: 'short', day: 'numeric' } as const;
const dayOptions = { year: 'numeric', month: 'short', day: 'numeric', weekday: 'short' } as const;

/** What an axis calls a stretch: the hour, or the day on which it begins. `oneDay`: all stretches lie in one. */
export function tickText(begin: number, bucket: Bucket, oneDay: boolean, language: Language): string {
  const time = dayjs.unix(begin);
  if (bucket !== 'hour') return new Intl.DateTimeFormat(localeOf(language), shortOptions).format(time.toDate());
  if (oneDay) return time.format('HH:mm');
  const day = new Intl.DateTimeFormat(localeOf(language), { month: 'numeric', day: 'numeric' }).format(time.toDate());
  return `${day} ${time.format('HH:mm')}`;
}

/** What a stretch is called in full. */
export function stretchText(begin: number, bucket: Bucket, language: Language): string {
  const time = dayjs.unix(begin);
  const format = new Intl.DateTimeFormat(localeOf(language), dayOptions);
  if (bucket === 'day') return format.format(time.toDate());
  if (bucket === 'hour') {
    return `${format.format(time.toDate())}, ${time.format('HH:mm')}–${time.add(1, 'hour').format('HH:mm')}`;
  }
  const { weekday: _, ...options } = dayOptions;
  return new Intl.DateTimeFormat(localeOf(language), options).formatRange(time.toDate(), time.add(6, 'day').toDate());
}
