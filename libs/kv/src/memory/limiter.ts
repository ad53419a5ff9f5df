import { amount } from '../figures.ts';
import type { AdmitRequest, AdmitResult, Limiter } from '../limiter.ts';
import { MINUTE_MS } from './rate.ts';
import { UserLimits } from './user-limits.ts';

interface Window {
  count: number;
  readonly endsAt: number;
}

/** The limits of one process. `now` answers milliseconds since the epoch. */
export class MemoryLimiter implements Limiter {
  private readonly windows = new Map<string, Window>();
  private readonly users = new Map<number, UserLimits>();
  private readonly now: () => number;
  private nextSweep = 0;

  constructor(now: () => number) {
    this.now = now;
  }

  async hit(key: string, limit: number, windowMs: number): Promise<{ allowed: boolean; retryAfterMs: number }> {
    const now = this.now();
    this.sweep(now);
    const known = this.windows.get(key);
    const window = known !== undefined && known.endsAt > now ? known : { count: 0, endsAt: now + windowMs };
    if (window.count >= limit) return { allowed: false, retryAfterMs: window.endsAt - now };
    window.count += 1;
    this.windows.set(key, window);
    return { allowed: true, retryAfterMs: 0 };
  }

  async takeBack(key: string): Promise<void> {
    const window = this.windows.get(key);
    if (window !== undefined && window.endsAt > this.now() && window.count > 0) window.count -= 1;
  }

  async reset(key: string): Promise<void> {
    this.windows.delete(key);
  }

  async admit(request: AdmitRequest): Promise<AdmitResult> {
    amount(request.tokens);
    const now = this.now();
    this.sweep(now);
    let user = this.users.get(request.userId);
    if (user === undefined) {
      user = new UserLimits();
      this.users.set(request.userId, user);
    }
    return user.admit(request, now);
  }

  async release(userId: number, requestId: string, tokens: number): Promise<void> {
    amount(tokens);
    this.users.get(userId)?.release(requestId, tokens, this.now());
  }

  /** Once a minute, so that memory follows those who come, not all who ever came. */
  private sweep(now: number): void {
    if (now < this.nextSweep) return;
    this.nextSweep = now + MINUTE_MS;
    for (const [key, window] of this.windows) if (window.endsAt <= now) this.windows.delete(key);
    for (const [userId, user] of this.users) if (user.isIdle(now)) this.users.delete(userId);
  }
}
