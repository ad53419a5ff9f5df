import { isObject } from '../json.ts';
import { type ServiceTiers, toldTier } from '../service-tiers.ts';

/** The response names the tier, also where it stands in an event. */
export const serviceTiers: ServiceTiers = {
  members: ['service_tier'],
  told(payload) {
    if (!isObject(payload)) return undefined;
    const response = isObject(payload.response) ? payload.response : payload;
    return toldTier(response.service_tier);
  },
};
