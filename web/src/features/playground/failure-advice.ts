import type { Failure } from './chat.ts';

/** What a person can do about a failure; undefined when its own words say it. */
export type Advice = 'topUp' | 'keyQuota' | 'key' | 'model' | 'operator' | 'wait' | 'retry';

const byCode: Readonly<Record<string, Advice>> = {
  insufficient_user_quota: 'topUp',
  billing_error: 'topUp',
  pre_consume_token_quota_failed: 'keyQuota',
  token_budget_exceeded: 'keyQuota',
  model_not_allowed: 'key',
  access_denied: 'key',
  group_not_available: 'key',
  model_not_found: 'model',
  not_served: 'model',
  no_channel: 'model',
  model_price_error: 'operator',
  user_disabled: 'operator',
  account_frozen: 'operator',
};

export function adviceFor({ status, code }: Failure): Advice | undefined {
  const named = byCode[code];
  if (named !== undefined) return named;
  if (status === 401) return 'key';
  if (status === 404) return 'model';
  if (status === 429) return 'wait';
  return status === 0 || status >= 500 ? 'retry' : undefined;
}
