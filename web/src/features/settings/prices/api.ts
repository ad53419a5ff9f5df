import type { ModelCard, PriceDiff } from '@switchyard/console/calls';
import useSWR from 'swr';
import { send, withQuery } from '../../../lib/http.ts';
import { useFreshRecord } from '../../../lib/use-fresh-record.ts';

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

/** All that a model costs, and whether that is the installation's own card or the shipped one. */
export function useCard(model: string) {
  return useFreshRecord<ModelCard>(withQuery('/api/option/prices/card', { model }));
}

/** Sells a model by this card, unless prices have changed since the version. */
export function saveCard(model: string, card: unknown, version: number): Promise<unknown> {
  return send('PUT', '/api/option/prices/card', { model, card, version });
}

/** Takes the installation's own card away, unless prices have changed since the version. */
export function removeCard(model: string, version: number): Promise<unknown> {
  return send('DELETE', withQuery('/api/option/prices/card', { model, version }));
}
