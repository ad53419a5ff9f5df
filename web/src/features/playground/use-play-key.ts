import { useApiKeys } from '../../lib/api-keys.ts';
import { useSelf } from '../../lib/catalogue.ts';
import { useModelOffers } from '../../lib/model-offers.ts';
import { choosePlayKey, playKeys } from './play-key.ts';

/** The keys with which something can be asked, undefined while they are not known, and the one to ask with. */
export function usePlayKey(id: number, model: string) {
  const list = useApiKeys();
  const offers = useModelOffers();
  const self = useSelf();
  const keys = list.data && offers.data && self.data && playKeys(list.data.items, offers.data, self.data.group);
  return {
    /** Whether the person has any key, of whatever kind. */
    hasKey: (list.data?.total ?? 0) > 0,
    keys,
    chosen: keys && choosePlayKey(keys, id, model),
    error: list.error ?? offers.error ?? self.error,
    reload: () => void Promise.all([list.mutate(), offers.mutate(), self.mutate()]),
  };
}
