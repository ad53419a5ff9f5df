import type { Options } from '@switchyard/contracts';
import type { Limiter } from '@switchyard/kv';
import type { Relay } from '../context.ts';
import { GatewayError, refuse } from '../errors.ts';

/**
 * Counts a request of a user among all of the window that the options name, and among those that succeed: one under way
 * counts as if it will, and is taken back when it does not. Answers whether it was counted so. Throws the refusal.
 */
export async function admitWithinRequestLimit(
  { kv, log }: Pick<Relay, 'kv' | 'log'>,
  userId: number,
  options: Options,
): Promise<boolean> {
  const { ModelRequestRateLimitCount: most, ModelRequestRateLimitSuccessCount: mostSuccesses } = options;
  const minutes = options.ModelRequestRateLimitDurationMinutes;
  const count = async (key: string, limit: number, what: string) => {
    const { allowed, retryAfterMs } = await kv.limiter.hit(key, limit, minutes * 60_000).catch((error) => {
      log.error({ err: error }, 'rate limits cannot be checked');
      throw refuse('unavailable', 'rate limits cannot be checked');
    });
    if (allowed) return;
    const error = refuse('rate_limited', `${limit} ${what} of the account in ${minutes} min`);
    throw new GatewayError({ ...error, message: error.message, retryAfterMs });
  };
  if (most > 0) await count(`model-requests:${userId}`, most, 'requests');
  if (mostSuccesses === 0) return false;
  await count(successKey(userId), mostSuccesses, 'successful requests');
  return true;
}

/** Of a request that was counted as a success and was none. */
export function takeBackSuccess(limiter: Limiter, userId: number): Promise<void> {
  return limiter.takeBack(successKey(userId));
}

function successKey(userId: number): string {
  return `model-successes:${userId}`;
}
