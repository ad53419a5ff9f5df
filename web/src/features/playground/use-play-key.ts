import { useApiKeys } from '../../lib/api-keys.ts';
import { isUsable, useKeyModels } from '../../lib/model-offers.ts';

/** The keys that work, the chosen one (else the newest), and the models it reaches. */
export function usePlayKey(keyId: number) {
  const { data, error, mutate } = useApiKeys();
  const keys = data?.items.filter(isUsable);
  const key = keys?.find(({ id }) => id === keyId) ?? keys?.[0];
  return { keys, key, models: useKeyModels(key), error, reload: () => void mutate() };
}
