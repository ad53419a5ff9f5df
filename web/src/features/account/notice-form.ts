import type { SettingChange } from '@switchyard/console/calls';
import type { Self } from '../../lib/catalogue.ts';
import { amountFromQuota, type QuotaDisplay, quotaFromAmount } from '../../lib/quota.ts';

/** `site`: as the administrator set it for all. */
export type WarnWhen = 'site' | 'below' | 'never';

/** The wishes as the form holds them. */
export interface NoticeForm {
  readonly when: WarnWhen;
  /** In currency or in quota, as the site shows amounts. */
  readonly amount: string | null;
  readonly email: boolean;
  readonly webhook: string;
}

type Wishes = Pick<Self, 'quota_warning_threshold' | 'notify_email' | 'notify_webhook'>;

export function formFromWishes(self: Wishes, display: QuotaDisplay): NoticeForm {
  const threshold = self.quota_warning_threshold;
  return {
    when: threshold === null ? 'site' : threshold === 0 ? 'never' : 'below',
    amount: threshold === null || threshold === 0 ? null : amountFromQuota(threshold, display),
    email: self.notify_email,
    webhook: self.notify_webhook,
  };
}

/** The threshold in quota; undefined: the amount is no number above 0. */
export function thresholdOf(
  { when, amount }: Pick<NoticeForm, 'when' | 'amount'>,
  display: QuotaDisplay,
): number | null | undefined {
  if (when === 'site') return null;
  if (when === 'never') return 0;
  const quota = quotaFromAmount(amount ?? '', display);
  return quota !== undefined && quota > 0 ? quota : undefined;
}

/** Only the wishes that differ from what is set. */
export function changedWishes(self: Wishes, form: NoticeForm, display: QuotaDisplay): SettingChange {
  const threshold = thresholdOf(form, display);
  const webhook = form.webhook.trim();
  return {
    ...(threshold !== undefined &&
      threshold !== self.quota_warning_threshold && { quota_warning_threshold: threshold }),
    ...(form.email !== self.notify_email && { notify_email: form.email }),
    ...(webhook !== self.notify_webhook && { notify_webhook: webhook }),
  };
}
