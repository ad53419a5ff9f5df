import dayjs, { type Dayjs } from 'dayjs';
import { differing } from '../../lib/differing.ts';
import { amountFromQuota, formatQuota, type QuotaDisplay, quotaFromAmount } from '../../lib/quota.ts';
import { type Code, type CodeFields, LONGEST_NAME, NEVER } from './api.ts';

const defaultQuota = 100_000;

export const quotaPresets = [500_000, 5_000_000, 25_000_000, 50_000_000, 250_000_000, 500_000_000] as const;

/** Codes as the form holds them. */
export interface CodeForm {
  readonly name: string;
  /** In currency or in quota, as the site shows amounts. */
  readonly amount: string | null;
  readonly count: number | null;
  readonly expires: Dayjs | null;
}

export function formFromCode(code: Code | undefined, display: QuotaDisplay): CodeForm {
  return {
    name: code?.name ?? '',
    amount: amountFromQuota(code?.quota ?? defaultQuota, display),
    count: 1,
    expires: code === undefined || code.expired_time === NEVER ? null : dayjs.unix(code.expired_time),
  };
}

/** Whole quota of what was typed; 0 for what is no amount. */
export function quotaOf({ amount }: Pick<CodeForm, 'amount'>, display: QuotaDisplay): number {
  return quotaFromAmount(amount ?? '', display) ?? 0;
}

/** A name that is left out is the amount. */
export function fieldsFromForm(form: CodeForm, display: QuotaDisplay): CodeFields {
  const quota = quotaOf(form, display);
  return {
    name: form.name.trim() || formatQuota(quota, display).slice(0, LONGEST_NAME),
    quota,
    count: Math.trunc(form.count ?? 1),
    expired_time: form.expires === null ? NEVER : form.expires.unix(),
  };
}

/** Only what differs between two states of the form: an expiry that has passed cannot be sent again. */
export function changedFields(before: CodeForm, after: CodeForm, display: QuotaDisplay): Partial<CodeFields> {
  return differing(fieldsFromForm(before, display), fieldsFromForm(after, display));
}
