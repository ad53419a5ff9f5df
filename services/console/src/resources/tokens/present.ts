import { seconds } from '../../http/time.ts';
import type { TokenRow } from './repository.ts';
import type { TokenView } from './schema.ts';

export const tokenStatus = { enabled: 1, disabled: 2, expired: 3, exhausted: 4 } as const;

/** What decides whether a key works. */
export type TokenStanding = Pick<TokenRow, 'status' | 'expires_at' | 'unlimited_quota' | 'remain_quota'>;

/** Expiry and quota are judged now; what is stored is only whether the owner switched the key off. */
export function statusOf(token: TokenStanding, now = Date.now()): number {
  if (token.status === tokenStatus.disabled) return tokenStatus.disabled;
  if (token.expires_at && token.expires_at.getTime() <= now) return tokenStatus.expired;
  if (!token.unlimited_quota && token.remain_quota <= 0) return tokenStatus.exhausted;
  return tokenStatus.enabled;
}

/** A key as its owner sees it in lists: masked. */
export function present(token: TokenRow): TokenView {
  const today = new Date().toISOString().slice(0, 10);
  return {
    id: token.id,
    name: token.name,
    key: token.key_mask,
    status: statusOf(token),
    remain_quota: token.remain_quota,
    unlimited_quota: token.unlimited_quota,
    used_quota: token.used_quota,
    created_time: seconds(token.created_at),
    accessed_time: seconds(token.accessed_at),
    expired_time: token.expires_at ? seconds(token.expires_at) : -1,
    group: token.group,
    model_limits_enabled: token.model_limits_enabled,
    model_limits: token.model_limits.join(','),
    allow_ips: token.allow_ips.join('\n'),
    deny_ips: token.deny_ips.join('\n'),
    daily_budget: token.daily_budget,
    monthly_budget: token.monthly_budget,
    daily_used: token.used_day < today ? 0 : token.daily_used,
    monthly_used: token.used_month < today.slice(0, 7) ? 0 : token.monthly_used,
    rpm_limit: token.rpm_limit,
    tpm_limit: token.tpm_limit,
    concurrency_limit: token.concurrency_limit,
    limit_message: token.limit_message,
  };
}
