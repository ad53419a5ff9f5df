import type { Caller } from '../auth/caller.ts';
import type { Relay } from '../context.ts';
import { GatewayError, longestWaitMs, refuse } from '../errors.ts';

/** A concurrency slot that is never released (its relay died) is free again after this. */
const slotLifeMs = 3_600_000;

/** Rates and concurrency, for callers that have limits. Throws the refusal. */
export async function admitWithinLimits(
  relay: Pick<Relay, 'kv' | 'log'>,
  caller: Caller,
  requestId: string,
  tokens: number,
): Promise<void> {
  const result = await relay.kv.limiter
    .admit({ userId: caller.userId, requestId, tokens, expiresAt: Date.now() + slotLifeMs, scopes: caller.scopes })
    .catch((error) => {
      relay.log.error({ err: error }, 'rate limits cannot be checked');
      throw refuse('unavailable', 'rate limits cannot be checked');
    });
  if (result.allowed) return;
  const ofUser = result.scope === 'user';
  const whose = ofUser ? 'of the account' : 'of this API key';
  const error = refuse('rate_limited', `${result.limit.replaceAll('_', ' ')} ${whose}`);
  const message = ofUser ? error.message : caller.limitMessage || error.message;
  // The window slides over two minutes.
  throw new GatewayError({ ...error, message, retryAfterMs: Math.min(result.retryAfterMs, longestWaitMs) });
}
