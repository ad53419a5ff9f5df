import type { UserChange } from '@switchyard/console/calls';
import { chosenGroups } from '../../lib/groups.ts';
import { type QuotaDisplay, quotaFromAmount } from '../../lib/quota.ts';
import type { User } from './api.ts';

export type QuotaMode = 'add' | 'subtract' | 'override';

/** A user as the editor holds them. A limit of null is none. */
export interface UserForm {
  readonly username: string;
  readonly display_name: string;
  /** Empty: unchanged. */
  readonly password: string;
  /** In the order in which they were chosen: the first one is that of keys without a group. */
  readonly groups: readonly string[];
  readonly mode: QuotaMode;
  /** As the site shows amounts. Empty: the balance stays as it is. */
  readonly amount: string | null;
  readonly requests: number | null;
  readonly tokens: number | null;
  readonly concurrency: number | null;
}

const limitOf = (limit: number): number | null => (limit === 0 ? null : limit);

export function formFromUser(user: User): UserForm {
  return {
    username: user.username,
    display_name: user.display_name,
    password: '',
    groups: chosenGroups(user.group),
    mode: 'add',
    amount: null,
    requests: limitOf(user.rpm_limit),
    tokens: limitOf(user.tpm_limit),
    concurrency: limitOf(user.concurrency_limit),
  };
}

/** The amount in quota; undefined: none was typed. */
export function typedQuota({ amount }: Pick<UserForm, 'amount'>, display: QuotaDisplay): number | undefined {
  return amount === null ? undefined : quotaFromAmount(amount, display);
}

/** The balance that the change leads to, were nothing spent meanwhile. */
export function balanceAfter(balance: number, mode: QuotaMode, quota: number): number {
  return { add: balance + quota, subtract: balance - quota, override: quota }[mode];
}

/** Only what differs from the user. */
export function changeOf(user: User, form: UserForm, display: QuotaDisplay): UserChange {
  const quota = typedQuota(form, display);
  const groups = form.groups.join(',');
  const fields = {
    username: form.username.trim(),
    display_name: form.display_name.trim(),
    rpm_limit: form.requests ?? 0,
    tpm_limit: form.tokens ?? 0,
    concurrency_limit: form.concurrency ?? 0,
  };
  const differing = Object.entries(fields).filter(([name, value]) => user[name as keyof typeof fields] !== value);
  return {
    id: user.id,
    ...Object.fromEntries(differing),
    ...(form.password !== '' && { password: form.password }),
    ...(groups !== chosenGroups(user.group).join(',') && { group: groups }),
    ...(quota !== undefined && { quota, quota_mode: form.mode }),
  };
}

export function isChanged(user: User, form: UserForm, display: QuotaDisplay): boolean {
  return Object.keys(changeOf(user, form, display)).length > 1;
}
