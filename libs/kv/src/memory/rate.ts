export const MINUTE_MS = 60_000;

/** What one scope used in the minute under way and the one before, and how many of its requests run. */
export class Rate {
  minute = 0;
  requests = 0;
  tokens = 0;
  previousRequests = 0;
  previousTokens = 0;
  active = 0;

  roll(minute: number): void {
    if (minute <= this.minute) return;
    const isNext = minute === this.minute + 1;
    this.previousRequests = isNext ? this.requests : 0;
    this.previousTokens = isNext ? this.tokens : 0;
    this.requests = 0;
    this.tokens = 0;
    this.minute = minute;
  }

  /** Corrects the tokens counted in `minute`, unless that is too long ago to matter. */
  correct(minute: number, tokens: number): void {
    if (minute === this.minute) this.tokens += tokens;
    else if (minute === this.minute - 1) this.previousTokens += tokens;
  }
}

/**
 * Milliseconds until `cost` fits under `limit`; 0 when it fits now. The window slides: the previous minute weighs as
 * much as of it still lies within the last 60 s. A cost beyond the limit never fits, whatever the answer says.
 */
export function waitMs(previous: number, current: number, cost: number, limit: number, now: number): number {
  const elapsed = (now % MINUTE_MS) / MINUTE_MS;
  const room = limit - cost;
  if (previous * (1 - elapsed) + current <= room) return 0;
  const fraction =
    current <= room ? 1 - elapsed - (room - current) / previous : 2 - elapsed - (room > 0 ? room / current : 0);
  return Math.max(1, Math.ceil(fraction * MINUTE_MS));
}
