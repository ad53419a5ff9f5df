import type { PriceReceipt } from '@switchyard/contracts';
import { type PriceCard, type RatioMapName, readRatioMap } from '@switchyard/pricing';
import { present } from './present.ts';

/** A receipt in the words of the product's screens: ratios beside the card that was applied. */
export interface PriceView
  extends Omit<PriceReceipt, 'groupRatio' | 'sizeRatio' | 'qualityRatio' | 'serviceTierRatio' | 'toolFees'> {
  readonly group_ratio: number;
  /** Decimal texts, as in the receipt: what they multiply is exact. */
  readonly size_ratio?: string;
  readonly quality_ratio?: string;
  readonly service_tier_ratio?: string;
  /** USD per 1,000 calls, by tool. */
  readonly tool_fees?: Readonly<Record<string, string>>;
  readonly model_ratio?: number;
  readonly completion_ratio?: number;
  readonly cache_ratio?: number;
  readonly model_price?: number;
}

const ratios = {
  model_ratio: 'ModelRatio',
  completion_ratio: 'CompletionRatio',
  cache_ratio: 'CacheRatio',
  model_price: 'ModelPrice',
} as const satisfies Record<string, RatioMapName>;

/** @throws RangeError when the receipt holds a price that is no decimal. */
export function priceView(priced: PriceReceipt): PriceView {
  const { groupRatio, sizeRatio, qualityRatio, serviceTierRatio, toolFees, ...receipt } = priced;
  const cards = new Map([['', receipt.card as PriceCard]]);
  const figures: Record<string, number> = {};
  for (const [key, map] of Object.entries(ratios)) {
    const ratio = readRatioMap(map, cards).get('');
    if (ratio !== undefined) figures[key] = Number(ratio);
  }
  return {
    ...receipt,
    ...figures,
    ...present('size_ratio', sizeRatio),
    ...present('quality_ratio', qualityRatio),
    ...present('service_tier_ratio', serviceTierRatio),
    ...present('tool_fees', toolFees),
    group_ratio: Number(groupRatio),
  };
}
