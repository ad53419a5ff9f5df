/**
 * Time for the scripts. Callers' absolute times are sent as time left, and Redis adds its own clock: relays whose
 * clocks disagree cannot cut each other's holds. What remains: a jump of Redis's clock (NTP step, failover to a server
 * with another time) shortens or lengthens every hold by the jump.
 */
export class RedisClock {
  private readonly now: () => number;
  private readonly isGiven: boolean;

  /** `now` replaces both clocks, for tests. */
  constructor(now: (() => number) | undefined) {
    this.now = now ?? (() => Date.now());
    this.isGiven = now !== undefined;
  }

  /** First argument of every script: empty for Redis's own time. */
  argument(): string | number {
    return this.isGiven ? this.now() : '';
  }

  timeLeftMs(expiresAt: number): number {
    return Math.round(expiresAt - this.now());
  }
}
