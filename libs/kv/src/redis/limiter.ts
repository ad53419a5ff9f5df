import { amount } from '../figures.ts';
import type { AdmitRequest, AdmitResult, Limiter, LimitScope } from '../limiter.ts';
import type { RedisClock } from './clock.ts';
import type { RedisClient } from './connection.ts';
import { loadScript, type Script } from './script.ts';

type Limit = Extract<AdmitResult, { allowed: false }>['limit'];

/** Limits in Redis; every call is one script and one round trip. */
export class RedisLimiter implements Limiter {
  private readonly redis: RedisClient;
  private readonly clock: RedisClock;
  private readonly scripts: Record<'hit' | 'takeBack' | 'admit' | 'release', Script>;

  constructor(redis: RedisClient, clock: RedisClock) {
    this.redis = redis;
    this.clock = clock;
    this.scripts = {
      hit: loadScript(redis, 'limiter/hit.1.lua', ['now.lua']),
      takeBack: loadScript(redis, 'limiter/take-back.1.lua', ['now.lua']),
      admit: loadScript(redis, 'limiter/admit.3.lua', ['now.lua', 'limiter/shared.lua']),
      release: loadScript(redis, 'limiter/release.3.lua', ['now.lua', 'limiter/shared.lua']),
    };
  }

  async hit(key: string, limit: number, windowMs: number): Promise<{ allowed: boolean; retryAfterMs: number }> {
    const retryAfterMs = (await this.scripts.hit([windowKey(key)], this.clock.argument(), limit, windowMs)) as number;
    return { allowed: retryAfterMs === 0, retryAfterMs };
  }

  async takeBack(key: string): Promise<void> {
    await this.scripts.takeBack([windowKey(key)], this.clock.argument());
  }

  async reset(key: string): Promise<void> {
    await this.redis.del(windowKey(key));
  }

  async admit(request: AdmitRequest): Promise<AdmitResult> {
    const reply = await this.scripts.admit(
      limiterKeys(request.userId),
      this.clock.argument(),
      request.requestId,
      amount(request.tokens),
      this.clock.timeLeftMs(request.expiresAt),
      ...request.scopes.flatMap(scopeArguments),
    );
    const refusal = reply as [] | [string, Limit, number];
    if (refusal.length === 0) return { allowed: true };
    const [scope, limit, retryAfterMs] = refusal;
    return { allowed: false, scope, limit, retryAfterMs };
  }

  async release(userId: number, requestId: string, tokens: number): Promise<void> {
    await this.scripts.release(limiterKeys(userId), this.clock.argument(), requestId, amount(tokens));
  }
}

function windowKey(key: string): string {
  return `window:${key}`;
}

function limiterKeys(userId: number): string[] {
  return [`{u${userId}}:rates`, `{u${userId}}:slots`, `{u${userId}}:slot-expiry`];
}

function scopeArguments(scope: LimitScope): (string | number)[] {
  return [scope.name, scope.requestsPerMinute ?? '', scope.tokensPerMinute ?? '', scope.concurrency ?? ''];
}
