import type { SpendingLimits } from '../auth/caller.ts';
import { GatewayError, refuse } from '../errors.ts';

/** Why quota could not be held, as the owner of the token is told it. */
export function holdRefusal(refusal: GatewayError, limits: SpendingLimits, nowMs: number): GatewayError {
  return refusal.code === 'pre_consume_token_quota_failed' ? tokenRefusal(limits, nowMs) : refusal;
}

/**
 * The refusal of a request that a token does not cover. Which of several limits was the narrowest is not known here; when
 * the token has budgets alone, the refusal says when they begin anew.
 */
export function tokenRefusal({ quota, daily, monthly }: SpendingLimits, nowMs: number): GatewayError {
  if (!daily && !monthly) return refuse('pre_consume_token_quota_failed');
  const names = [quota ? 'quota' : '', daily ? 'daily budget' : '', monthly ? 'monthly budget' : ''].filter(Boolean);
  const refusal = refuse('token_budget_exceeded', names.join(' or '));
  if (quota) return refusal;
  const now = new Date(nowMs);
  const renewedAt = daily
    ? Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)
    : Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
  return new GatewayError({ ...refusal, message: refusal.message, retryAfterMs: renewedAt - nowMs });
}
