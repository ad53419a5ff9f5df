import { type Refusal, refuse } from './answer.ts';

/** The last of the year 9999, Unix seconds: dates after it are written in ways that not everybody reads. */
export const lastSecond = 253_402_300_799;

/** Unix seconds; 0 for never. */
export function seconds(time: Date | null): number {
  return time ? Math.floor(time.getTime() / 1000) : 0;
}

/** The bound of a query, given in Unix milliseconds; undefined, which is none, for 0 and below. */
export function timeOf(ms: number): Date | undefined {
  return ms > 0 ? new Date(Math.min(ms, lastSecond * 1000)) : undefined;
}

/** When something is to expire, given in Unix seconds; -1 and null: never. Undefined stays so. */
export function readExpiry(seconds: number | undefined): Date | null | undefined | Refusal {
  if (seconds === undefined) return undefined;
  if (seconds === -1) return null;
  if (seconds * 1000 <= Date.now()) return refuse('The expiry time must lie in the future, or be -1 for never.');
  return new Date(seconds * 1000);
}
