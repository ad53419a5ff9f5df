import dayjs, { type Dayjs } from 'dayjs';
import { currencyFromQuota, type QuotaDisplay, quotaFromCurrency } from '../../lib/quota.ts';
import { NEVER, type Token, type TokenFields } from './api.ts';

const defaultQuota = 500_000;

/** A key as the form holds it. */
export interface TokenForm {
  readonly name: string;
  /** In currency or in quota, as the site shows amounts. */
  readonly amount: string | null;
  readonly unlimited: boolean;
  readonly expires: Dayjs | null;
  readonly group: string | undefined;
  readonly models: readonly string[];
  readonly addresses: string;
  readonly requests: number | null;
  readonly tokens: number | null;
  readonly concurrency: number | null;
}

const limitOf = (value: number | undefined): number | null => (value === undefined || value === 0 ? null : value);

export function fieldsFromToken(token: Token | undefined, display: QuotaDisplay): TokenForm {
  const quota = token === undefined ? defaultQuota : Math.max(0, token.remain_quota);
  return {
    name: token?.name ?? '',
    amount: display.inCurrency ? currencyFromQuota(quota, display.quotaPerUnit) : String(quota),
    unlimited: token?.unlimited_quota ?? true,
    expires: token === undefined || token.expired_time === NEVER ? null : dayjs.unix(token.expired_time),
    group: token?.group || undefined,
    models: token?.model_limits_enabled === true ? token.model_limits.split(',').filter(Boolean) : [],
    addresses: token?.allow_ips ?? '',
    requests: limitOf(token?.rpm_limit),
    tokens: limitOf(token?.tpm_limit),
    concurrency: limitOf(token?.concurrency_limit),
  };
}

export function tokenFromFields(form: TokenForm, display: QuotaDisplay): TokenFields {
  const amount = form.amount ?? '0';
  return {
    name: form.name.trim(),
    remain_quota: quotaFromCurrency(amount, display.inCurrency ? display.quotaPerUnit : 1) ?? 0,
    unlimited_quota: form.unlimited,
    expired_time: form.expires === null ? NEVER : form.expires.unix(),
    group: form.group ?? '',
    model_limits_enabled: form.models.length > 0,
    model_limits: form.models.join(','),
    allow_ips: form.addresses
      .split(/[\n,]/)
      .map((line) => line.trim())
      .filter(Boolean)
      .join('\n'),
    rpm_limit: form.requests ?? 0,
    tpm_limit: form.tokens ?? 0,
    concurrency_limit: form.concurrency ?? 0,
  };
}

/** Only what differs between two states of the form. */
export function changedFields(before: TokenForm, after: TokenForm, display: QuotaDisplay): Partial<TokenFields> {
  const old = new Map<string, unknown>(Object.entries(tokenFromFields(before, display)));
  return Object.fromEntries(
    Object.entries(tokenFromFields(after, display)).filter(([name, value]) => old.get(name) !== value),
  );
}

export function hasRestrictions({ models, addresses, requests, tokens, concurrency }: TokenForm): boolean {
  const limited = [requests, tokens, concurrency].some((limit) => limit !== null);
  return limited || models.length > 0 || addresses !== '';
}
