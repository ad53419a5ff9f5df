/**
 * Seconds of sound or video as they are charged: to the millisecond first, so that a sum of decimals does not gain a
 * second by float noise, then up to whole ones. Add durations up before, never after.
 */
export function wholeSeconds(seconds: number): number {
  return Math.ceil(Math.round(seconds * 1000) / 1000);
}
