import { isObject } from '../json.ts';
import { type ServiceTiers, toldTier } from '../service-tiers.ts';

/** The speed is paid for; the tier that usage names beside it is that of the operator's own contract. */
export const serviceTiers: ServiceTiers = {
  members: ['speed', 'service_tier'],
  told(payload) {
    if (!isObject(payload)) return undefined;
    const { usage } = isObject(payload.message) ? payload.message : payload;
    return isObject(usage) ? toldTier(usage.speed) : undefined;
  },
};
