import type { PricingEntry } from '@switchyard/console/calls';
import useSWR from 'swr';
import { type ApiKey, keyStatus } from './api-keys.ts';
import { useSelf } from './catalogue.ts';
import { firstGroup } from './groups.ts';
import { load } from './http.ts';

/** A model that the signed-in person can call, with its price and the groups that reach it. */
export type ModelOffer = Readonly<PricingEntry>;

export function useModelOffers() {
  return useSWR(['/api/pricing', 'offers'], ([path]) => load<ModelOffer[]>(path));
}

/** What decides which models a key may call. */
export type KeyReach = Pick<ApiKey, 'group' | 'model_limits_enabled' | 'model_limits'>;

/** The models that a key may call: those of its group (without one, its owner's first), cut down by its own list. */
export function offersOfKey(offers: readonly ModelOffer[], key: KeyReach, ownGroups: string): ModelOffer[] {
  const group = key.group || firstGroup(ownGroups);
  const listed = key.model_limits_enabled ? new Set(key.model_limits.split(',')) : undefined;
  return offers.filter(
    ({ model_name: name, enable_groups: groups }) => groups.includes(group) && (listed?.has(name) ?? true),
  );
}

/** Models that answer a chat; any of them does so in every dialect. */
export function chatModels(offers: readonly ModelOffer[]): string[] {
  return offers
    .filter(({ supported_endpoint_types: types }) => types.includes('openai'))
    .map(({ model_name: name }) => name);
}

/** Chat models of one key; undefined while they are not known yet. */
export function useKeyModels(key: ApiKey | undefined): readonly string[] | undefined {
  const { data: offers } = useModelOffers();
  const { data: self } = useSelf();
  if (key === undefined || offers === undefined || self === undefined) return undefined;
  return chatModels(offersOfKey(offers, key, self.group));
}

/** Whether a request with the key can succeed now, as far as the list tells. */
export function isUsable(key: ApiKey): boolean {
  return key.status === keyStatus.enabled;
}
