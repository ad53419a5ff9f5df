import modelPrices from './model-prices.json' with { type: 'json' };
import toolFees from './tool-fees.json' with { type: 'json' };

/** What the project ships about one model. `card` is read by `parseCard` of libs/pricing. */
export interface ShippedModel {
  /** Who sells it; `gateway-default` for tasks that only gateways name. */
  readonly vendor: string;
  /** Month in which the vendor's price page was read, `YYYY-MM`. */
  readonly asOf: string;
  readonly card: unknown;
}

/** By the model's name as clients write it. */
export const shippedModels: ReadonlyMap<string, ShippedModel> = new Map(Object.entries(modelPrices));

/** USD per 1,000 calls of tools that providers run themselves, where a card does not say otherwise. */
export const shippedToolFees: Readonly<Record<string, string>> = toolFees;
