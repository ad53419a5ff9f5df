/** Whole seconds until a time; 0 when it has come. */
export function secondsUntil(unixSeconds: number, nowMs: number): number {
  return Math.max(0, Math.ceil(unixSeconds - nowMs / 1000));
}

/** Minutes and seconds, `59:05`; minutes grow past the hour. */
export function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
