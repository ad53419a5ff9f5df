import { isObject } from '../json.ts';
import { type ServiceTiers, toldTier } from '../service-tiers.ts';

/** The speed is paid for, and the part of the world (`us`). Usage names all three, also where the operator's own default is at work. */
export const serviceTiers: ServiceTiers = {
  members: ['speed', 'service_tier', 'inference_geo'],
  told(payload, member) {
    if (!isObject(payload)) return undefined;
    const { usage } = isObject(payload.message) ? payload.message : payload;
    return isObject(usage) ? toldTier(usage[member]) : undefined;
  },
};
