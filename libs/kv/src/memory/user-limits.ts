import type { AdmitRequest, AdmitResult, LimitScope } from '../limiter.ts';
import { MINUTE_MS, Rate, waitMs } from './rate.ts';

/** When a slot comes free nobody knows; a second is soon enough to ask again. */
const CONCURRENCY_RETRY_MS = 1000;

interface Slot {
  readonly scopes: readonly string[];
  readonly minute: number;
  readonly tokens: number;
  readonly expiresAt: number;
}

/** Rates and slots of one user. Every method is one atomic step because it never waits. */
export class UserLimits {
  private readonly rates = new Map<string, Rate>();
  private readonly slots = new Map<string, Slot>();
  /** No slot expires before; saves the scan in nearly every call. */
  private nextExpiry = Number.POSITIVE_INFINITY;

  admit(request: AdmitRequest, now: number): AdmitResult {
    this.expire(now);
    if (this.slots.has(request.requestId)) return { allowed: true };
    for (const scope of request.scopes) {
      const refusal = this.refusal(scope, request.tokens, now);
      if (refusal !== undefined) return refusal;
    }
    const minute = Math.floor(now / MINUTE_MS);
    for (const { name } of request.scopes) {
      const rate = this.rate(name, now);
      rate.requests += 1;
      rate.tokens += request.tokens;
      rate.active += 1;
    }
    const scopes = request.scopes.map(({ name }) => name);
    this.slots.set(request.requestId, { scopes, minute, tokens: request.tokens, expiresAt: request.expiresAt });
    this.nextExpiry = Math.min(this.nextExpiry, request.expiresAt);
    return { allowed: true };
  }

  release(requestId: string, tokens: number, now: number): void {
    this.expire(now);
    const slot = this.free(requestId, now);
    if (slot === undefined) return;
    for (const name of slot.scopes) this.rate(name, now).correct(slot.minute, tokens - slot.tokens);
  }

  /** Nothing counted here can influence a decision any more. */
  isIdle(now: number): boolean {
    this.expire(now);
    const oldest = Math.floor(now / MINUTE_MS) - 1;
    return this.slots.size === 0 && [...this.rates.values()].every((rate) => rate.minute < oldest);
  }

  private refusal(scope: LimitScope, tokens: number, now: number): AdmitResult | undefined {
    const rate = this.rate(scope.name, now);
    const { requestsPerMinute, tokensPerMinute, concurrency } = scope;
    if (requestsPerMinute !== undefined) {
      const retryAfterMs = waitMs(rate.previousRequests, rate.requests, 1, requestsPerMinute, now);
      if (retryAfterMs > 0) return { allowed: false, scope: scope.name, limit: 'requests_per_minute', retryAfterMs };
    }
    if (tokensPerMinute !== undefined) {
      const retryAfterMs = waitMs(rate.previousTokens, rate.tokens, tokens, tokensPerMinute, now);
      if (retryAfterMs > 0) return { allowed: false, scope: scope.name, limit: 'tokens_per_minute', retryAfterMs };
    }
    if (concurrency !== undefined && rate.active >= concurrency) {
      return { allowed: false, scope: scope.name, limit: 'concurrency', retryAfterMs: CONCURRENCY_RETRY_MS };
    }
    return undefined;
  }

  private rate(name: string, now: number): Rate {
    let rate = this.rates.get(name);
    if (rate === undefined) {
      rate = new Rate();
      this.rates.set(name, rate);
    }
    rate.roll(Math.floor(now / MINUTE_MS));
    return rate;
  }

  private expire(now: number): void {
    if (now < this.nextExpiry) return;
    this.nextExpiry = Number.POSITIVE_INFINITY;
    for (const [id, slot] of this.slots) {
      if (slot.expiresAt <= now) this.free(id, now);
      else this.nextExpiry = Math.min(this.nextExpiry, slot.expiresAt);
    }
  }

  private free(requestId: string, now: number): Slot | undefined {
    const slot = this.slots.get(requestId);
    if (slot === undefined) return undefined;
    this.slots.delete(requestId);
    for (const name of slot.scopes) this.rate(name, now).active -= 1;
    return slot;
  }
}
