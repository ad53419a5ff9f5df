import type { ApiKey } from '../../lib/api-keys.ts';
import { chatModels, isUsable, type ModelOffer, offersOfKey } from '../../lib/model-offers.ts';

export interface PlayKey {
  readonly key: ApiKey;
  /** Models that answer a chat with it; one at least. */
  readonly models: readonly [string, ...string[]];
}

/** The keys with which something can be asked: enabled, and with a chat model in reach; the newest first. */
export function playKeys(keys: readonly ApiKey[], offers: readonly ModelOffer[], ownGroups: string): PlayKey[] {
  return keys.flatMap((key) => {
    const [first, ...others] = isUsable(key) ? chatModels(offersOfKey(offers, key, ownGroups)) : [];
    return first === undefined ? [] : [{ key, models: [first, ...others] as const }];
  });
}

/** The key that was chosen; else one that reaches the wanted model; else the newest. */
export function choosePlayKey(keys: readonly PlayKey[], id: number, model: string): PlayKey | undefined {
  return keys.find(({ key }) => key.id === id) ?? keys.find(({ models }) => models.includes(model)) ?? keys[0];
}
