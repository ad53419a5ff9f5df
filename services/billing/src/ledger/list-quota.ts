import type { PriceReceipt, UsageTokens } from '@switchyard/contracts';
import { recompute } from '@switchyard/pricing';

/**
 * What a request would have been charged at group ratio 1: the upstream's list price, by which its cost is judged. The
 * charge itself where that cannot be told: a figure for a chart must not hold a posting up.
 */
export function listQuota(charge: number, receipt: PriceReceipt | undefined, usage: UsageTokens): number {
  if (receipt === undefined || receipt.groupRatio === '1') return charge;
  try {
    return recompute({ ...receipt, groupRatio: '1' }, usage);
  } catch {
    return charge;
  }
}
