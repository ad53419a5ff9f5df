import type { PriceReceipt, UsageTokens } from '@switchyard/contracts';
import { recompute, wholeSeconds } from '@switchyard/pricing';
import type { TaskRow } from './task-row.ts';

/**
 * What a task costs that ended: nothing without a result, and a video that came out shorter than it was ordered costs its own
 * seconds. Never more than was charged.
 */
export function finalQuota({ quota, receipt, usage }: TaskRow, status: string, seconds: number | undefined): number {
  if (status !== 'SUCCESS') return 0;
  const ordered = (usage as UsageTokens).seconds;
  if (receipt === null || seconds === undefined || ordered === undefined) return quota;
  const delivered = wholeSeconds(seconds);
  if (delivered >= ordered) return quota;
  return Math.min(quota, recompute({ ...(receipt as PriceReceipt), seconds: delivered }, usage as UsageTokens));
}
