import type { PricingEntry } from '@switchyard/console/calls';
import { vendorName } from '../../lib/vendors.ts';

export interface Vendor {
  readonly name: string;
  readonly models: readonly PricingEntry[];
}

/** Models by who makes them, the largest first; those of unknown makers are not shown. */
export function vendorsOf(models: readonly PricingEntry[]): readonly Vendor[] {
  return [...Map.groupBy(models, ({ owner_by: owner }) => vendorName(owner))]
    .flatMap(([name, own]) => (name === undefined ? [] : [{ name, models: own }]))
    .sort((a, b) => b.models.length - a.models.length || a.name.localeCompare(b.name));
}

/** Whole dollars, or cents at least: `$20`, `$2.50`, `$0.075`. */
function plain(dollars: number): string {
  const figure = String(Number(dollars.toFixed(4)));
  return /\.\d$/.test(figure) ? `$${figure}0` : `$${figure}`;
}

/** Dollars for a million tokens read and written, or for one call; before any factor of a group. Undefined: otherwise priced. */
export function listPrice(model: PricingEntry): string | undefined {
  if (model.unit === 'tokens') {
    const input = model.model_ratio * 2;
    const output = input * model.completion_ratio;
    return output > 0 ? `${plain(input)} / ${plain(output)}` : plain(input);
  }
  return model.unit === 'calls' ? plain(model.price) : undefined;
}
