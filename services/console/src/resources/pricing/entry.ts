import { shippedModels } from '@switchyard/catalog';
import { type PriceCard, type RatioMapName, readRatioMap, unitOf } from '@switchyard/pricing';
import { endpointTypes } from './endpoint-types.ts';
import type { PricingEntry } from './schema.ts';

/** A model's prices as shown. Figures are for the eye: charges are computed from the card's decimal texts. */
export function entryOf(model: string, card: PriceCard): Omit<PricingEntry, 'enable_groups'> {
  const unit = unitOf(card);
  const cards = new Map([[model, card]]);
  const figure = (name: RatioMapName) => Number(readRatioMap(name, cards).get(model) ?? 0);
  const price = Number(
    card.perCall ?? card.perSecond ?? (card.perMinute === undefined ? 0 : Number(card.perMinute) / 60),
  );
  return {
    model_name: model,
    quota_type: unit === 'calls' || unit === 'seconds' ? 1 : 0,
    model_ratio: figure('ModelRatio'),
    completion_ratio: figure('CompletionRatio'),
    cache_ratio: figure('CacheRatio'),
    price,
    model_price: price,
    unit,
    owner_by: shippedModels.get(model)?.vendor ?? '',
    supported_endpoint_types: [...endpointTypes(model)],
    card,
  };
}
