import type { PriceDiff } from '@switchyard/console/calls';
import useSWR from 'swr';
import { send } from '../../../lib/http.ts';

/** Models that channels serve and that have no price. */
export function useUnpricedModels() {
  return useSWR<string[]>('/api/option/prices/unpriced');
}

/** A public price map: its text, or where it lies. */
export type PriceSource = { readonly map: string } | { readonly address: string };

/** What a price map would change. */
export function comparePrices(source: PriceSource): Promise<PriceDiff> {
  return send<PriceDiff>('POST', '/api/option/prices/diff', source);
}

/** Takes chosen models of a comparison over; answers how many. */
export async function applyPrices(digest: string, models: readonly string[]): Promise<number> {
  return (await send<{ models: number }>('POST', '/api/option/prices/apply', { digest, models })).models;
}
