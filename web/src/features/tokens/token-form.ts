import dayjs, { type Dayjs } from 'dayjs';
import { NEVER } from '../../lib/api-keys.ts';
import { differing } from '../../lib/differing.ts';
import { amountFromQuota, type QuotaDisplay, quotaFromAmount } from '../../lib/quota.ts';
import { addressLines } from './address-lines.ts';
import type { Token, TokenFields } from './api.ts';

const defaultQuota = 500_000;

/** A key as the form holds it. Amounts are in currency or in quota, as the site shows them; null is no limit. */
export interface TokenForm {
  readonly name: string;
  /** How many are made; of a new key only. */
  readonly count: number | null;
  readonly amount: string | null;
  readonly unlimited: boolean;
  readonly dailyBudget: string | null;
  readonly monthlyBudget: string | null;
  readonly expires: Dayjs | null;
  readonly group: string | undefined;
  readonly models: readonly string[];
  readonly addresses: string;
  readonly deniedAddresses: string;
  readonly requests: number | null;
  readonly tokens: number | null;
  readonly concurrency: number | null;
  readonly limitMessage: string;
}

const limitOf = (value: number | undefined): number | null => (value === undefined || value === 0 ? null : value);

export function fieldsFromToken(token: Token | undefined, display: QuotaDisplay): TokenForm {
  const budgetOf = (quota = 0) => (quota === 0 ? null : amountFromQuota(quota, display));
  return {
    name: token?.name ?? '',
    count: 1,
    amount: amountFromQuota(token === undefined ? defaultQuota : Math.max(0, token.remain_quota), display),
    unlimited: token?.unlimited_quota ?? true,
    dailyBudget: budgetOf(token?.daily_budget),
    monthlyBudget: budgetOf(token?.monthly_budget),
    expires: token === undefined || token.expired_time === NEVER ? null : dayjs.unix(token.expired_time),
    group: token?.group || undefined,
    models: token?.model_limits_enabled === true ? token.model_limits.split(',').filter(Boolean) : [],
    addresses: token?.allow_ips ?? '',
    deniedAddresses: token?.deny_ips ?? '',
    requests: limitOf(token?.rpm_limit),
    tokens: limitOf(token?.tpm_limit),
    concurrency: limitOf(token?.concurrency_limit),
    limitMessage: token?.limit_message ?? '',
  };
}

export function tokenFromFields(form: TokenForm, display: QuotaDisplay): TokenFields {
  const quotaOf = (amount: string | null) => quotaFromAmount(amount ?? '0', display) ?? 0;
  return {
    name: form.name.trim(),
    remain_quota: quotaOf(form.amount),
    unlimited_quota: form.unlimited,
    daily_budget: quotaOf(form.dailyBudget),
    monthly_budget: quotaOf(form.monthlyBudget),
    expired_time: form.expires === null ? NEVER : form.expires.unix(),
    group: form.group ?? '',
    model_limits_enabled: form.models.length > 0,
    model_limits: form.models.join(','),
    allow_ips: addressLines(form.addresses).join('\n'),
    deny_ips: addressLines(form.deniedAddresses).join('\n'),
    rpm_limit: form.requests ?? 0,
    tpm_limit: form.tokens ?? 0,
    concurrency_limit: form.concurrency ?? 0,
    limit_message: form.limitMessage.trim(),
  };
}

/** Only what differs between two states of the form. */
export function changedFields(before: TokenForm, after: TokenForm, display: QuotaDisplay): Partial<TokenFields> {
  return differing(tokenFromFields(before, display), tokenFromFields(after, display));
}

/** Whether the folded part of the form has something in it. */
export function hasRestrictions(form: TokenForm): boolean {
  const limited = [form.requests, form.tokens, form.concurrency].some((limit) => limit !== null);
  return limited || form.models.length > 0 || form.addresses !== '' || form.deniedAddresses !== '';
}
