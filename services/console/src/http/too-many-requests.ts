import type { Limiter } from '@switchyard/kv';

/** Answered as 429 with Retry-After. */
export class TooManyRequests extends Error {
  readonly retryAfterSeconds: number;

  constructor(retryAfterMs: number) {
    const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
    super(`Too many requests. Try again in ${seconds} s.`);
    this.retryAfterSeconds = seconds;
  }
}

/** Counts one hit; throws TooManyRequests when the window is full. */
export async function limit(limiter: Limiter, key: string, most: number, windowMs: number): Promise<void> {
  const { allowed, retryAfterMs } = await limiter.hit(key, most, windowMs);
  if (!allowed) throw new TooManyRequests(retryAfterMs);
}
